import { apiBase } from '../shared/paths.ts';
import { ApiError } from './api-client.ts';
import { authHeaders } from './session.ts';

/** Gives bytes to the browser as a file to keep. */
export function keepFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

/** Keeps the file that a call of the user's answers with, under the name that it gives. */
export async function keepOwnFile(path: string): Promise<void> {
  const response = await fetch(apiBase + path, { headers: authHeaders() });
  if (!response.ok) throw new ApiError(response.status, await response.json());
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'longstrip';
  keepFile(name, await response.blob());
}
