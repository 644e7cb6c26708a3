export type FetchUrl = (url: string, init: RequestInit) => Promise<Response>;

/** Stripe's API with a key of the operator's. */
export interface StripeApi {
  get(path: string, query: Readonly<Record<string, string>>): Promise<StripeAnswer>;
  /** Sends a form. The same name of ours is the same request, however often it is sent within a day. */
  post(path: string, form: Readonly<Record<string, string>>, name: string): Promise<StripeAnswer>;
}

export interface StripeAnswer {
  /** 0: none came, and the request may have arrived all the same. */
  status: number;
  json: unknown;
}

const timeoutMs = 5_000;
const mostBytes = 4 * 1024 * 1024;
/** The version of the API whose shapes we write and read. */
const version = '2026-10-28.endive';

/** `fetchUrl` is the network's by default. */
export function createStripeApi(
  { key, baseUrl }: { key: string; baseUrl: string },
  fetchUrl: FetchUrl = fetch,
): StripeApi {
  async function exchange(path: string, init: RequestInit): Promise<StripeAnswer> {
    try {
      const response = await fetchUrl(baseUrl + path, {
        ...init,
        headers: {
          ...init.headers,
          Authorization: `Bearer ${key}`,
          Accept: 'application/json',
          'Stripe-Version': version,
        },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { status: response.status, json: await readJson(response) };
    } catch {
      return { status: 0, json: undefined };
    }
  }

  return {
    get: (path, query) => exchange(`${path}?${new URLSearchParams(query)}`, {}),
    post: (path, form, name) =>
      exchange(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Idempotency-Key': name },
        body: new URLSearchParams(form).toString(),
      }),
  };
}

async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > mostBytes) return undefined; // longer than any answer; leaving the loop cancels the rest
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined; // no schema accepts it
  }
}
