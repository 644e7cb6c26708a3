interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }; // not in TypeScript's library yet

/** Trusted Types let markup in by a policy only: this one knows references to characters, and no tag. */
const policy = trustedTypes?.createPolicy('reference', { createHTML: (text) => (/^&#?\w+;$/.test(text) ? text : '') });

/** As the server's (shared/decode-reference.ts): a browser has the names already, which are a large table. */
export function decodeReference(reference: string): string {
  const element = document.createElement('i');
  element.innerHTML = policy?.createHTML(reference) ?? reference;
  return element.textContent;
}
