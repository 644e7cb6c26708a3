export interface PagePolicy {
  /** `sha256-…` of the inline scripts and styles of a page, without quotes. */
  scriptHashes?: readonly string[];
  styleHashes?: readonly string[];
}

/** The content security policy of pages, spec T21: own files and the named inline blocks only, Trusted Types enforced. */
export function pagePolicy({ scriptHashes = [], styleHashes = [] }: PagePolicy): string {
  const own = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ');
  return [
    "default-src 'none'",
    `script-src ${own(scriptHashes)}`,
    `style-src ${own(styleHashes)}`,
    "style-src-attr 'unsafe-inline'",
    "connect-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** What is no page may load and run nothing, should a browser ever show it as one. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers that every answer carries; with `page` the policy is that of a page. */
export function securityHeaders({ publicUrl, page }: { publicUrl: string; page?: PagePolicy }): Record<string, string> {
  return {
    'Content-Security-Policy': page ? pagePolicy(page) : dataPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
