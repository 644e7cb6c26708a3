/** What a provider sends us, signed. */
export interface Letter {
  path: string;
  headers: Record<string, string>;
  body: string;
}
