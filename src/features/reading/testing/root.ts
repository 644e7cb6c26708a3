/** A document's root that only remembers what is written on it. */
export function createRoot() {
  const attributes: Record<string, string> = {};
  const properties: Record<string, string> = {};
  return {
    written: { attributes, properties },
    dataset: {},
    setAttribute: (name: string, value: unknown) => {
      attributes[name] = String(value);
    },
    removeAttribute: (name: string) => delete attributes[name],
    style: {
      getPropertyValue: (name: string) => properties[name] ?? '',
      setProperty: (name: string, value: unknown) => {
        properties[name] = String(value);
      },
      removeProperty: (name: string) => {
        delete properties[name];
        return '';
      },
    },
  };
}
