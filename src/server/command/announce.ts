/** Writes a line for people to standard error: standard output is for results and logs, which programs read. */
export function announce(line: string): void {
  console.error(line);
}
