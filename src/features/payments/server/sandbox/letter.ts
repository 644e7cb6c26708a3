/** A signed notification that a provider sends to the site. */
export interface Letter {
  path: string;
  headers: Record<string, string>;
  body: string;
}
