import * as z from 'zod/mini';

/** The parts of JSON Schema that calls have. */
interface Described {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  properties?: Record<string, Described>;
  required?: string[];
  additionalProperties?: Described | boolean;
  items?: Described;
  anyOf?: Described[];
  oneOf?: Described[];
  allOf?: Described[];
}

/** A value that a schema takes, as far as its description tells; and others, each with one text that is the given one. */
export function valuesWith(text: string, schema: z.ZodMiniType): { good: unknown; hostile: unknown[] } {
  return valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described, text); // as it writes it
}

function valuesOf(described: Described, text: string): { good: unknown; hostile: unknown[] } {
  const { anyOf, oneOf, allOf, items, properties = {}, required = [], additionalProperties: others } = described;
  const options = anyOf ?? oneOf ?? allOf;
  if (options) {
    const each = options.map((option) => valuesOf(option, text));
    return { good: each[0]?.good, hostile: each.flatMap(({ hostile }) => hostile) };
  }
  if (described.const !== undefined || described.enum)
    return { good: described.const ?? described.enum?.[0], hostile: [] };
  switch (described.type) {
    case 'object': {
      const fields = Object.entries(properties).map(([name, field]) => ({ name, ...valuesOf(field, text) }));
      const needed = fields.filter(({ name }) => required.includes(name));
      const good = Object.fromEntries(needed.map((field) => [field.name, field.good]));
      const hostile = fields.flatMap(({ name, hostile }) => hostile.map((value) => ({ ...good, [name]: value })));
      if (typeof others !== 'object') return { good, hostile };
      const value = valuesOf(others, text);
      return {
        good,
        hostile: [...hostile, { [text]: value.good }, ...value.hostile.map((each) => ({ 'en-us': each }))],
      };
    }
    case 'array': {
      const { good, hostile } = valuesOf(items ?? {}, text);
      return { good: [good], hostile: hostile.map((value) => [value]) };
    }
    case 'integer':
    case 'number':
      return { good: described.minimum ?? 1, hostile: [] };
    case 'boolean':
      return { good: true, hostile: [] };
    case 'string':
      return { good: textFor(described.pattern ?? ''), hostile: [text] };
    default:
      return { good: null, hostile: [text] };
  }
}

function textFor(pattern: string): string {
  if (pattern.includes('[0-9a-f]{8}')) return '01234567-89ab-4cde-8f01-23456789abcd';
  if (pattern.includes('\\d{4}-')) return '2026-01-01T00:00:00Z';
  return pattern === '' ? 'text' : '1';
}
