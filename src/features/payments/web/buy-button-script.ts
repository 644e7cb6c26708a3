import { keepLast } from '../../../web/store.ts';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): {
    createScriptURL(url: string): string;
  };
}

const scripts = new Map<string, Promise<void>>();

/**
 * Loads the script that the site's settings name, once in a page's life; if it failed, the next call loads it again.
 * The page's security policy decides what the script may load.
 */
export function loadScript(url: string): Promise<void> {
  const known = scripts.get(url);
  if (known) return known;
  const loading = new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = trusted(url);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      scripts.delete(url);
      reject(new Error(`${url} could not be loaded`));
    });
    document.head.append(script);
  });
  scripts.set(url, loading);
  return loading;
}

/** Browsers with Trusted Types refuse addresses of scripts that no policy has let through. */
function trusted(url: string): string {
  return policy()?.createScriptURL(url) ?? url;
}

/** A page may make a policy of a name once. */
const policy = keepLast(() => {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }; // not among TypeScript's own
  return trustedTypes?.createPolicy('buy-buttons', { createScriptURL: (address) => address });
});
