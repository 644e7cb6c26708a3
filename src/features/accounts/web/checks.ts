/** The names of the empty fields; null when there is none. */
export function missingOf(given: Record<string, string>): string[] | null {
  const missing = Object.keys(given).filter((name) => given[name] === '');
  return missing.length > 0 ? missing : null;
}
