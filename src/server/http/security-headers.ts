import { createHash } from 'node:crypto';

export interface PagePolicy {
  /** Of the inline scripts and styles of a page, by `hashOfInline`. */
  scriptHashes?: readonly string[];
  styleHashes?: readonly string[];
  /** Address of the script behind the page's card buttons; null or absent: it has none. */
  cardScriptUrl?: string | null;
  /** Further origins of pictures. */
  pictureOrigins?: readonly string[];
}

export function hashOfInline(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

const trustedTypes = "require-trusted-types-for 'script'";

/**
 * The content security policy of pages (spec: http.md#headers): own files and the named inline blocks
 * only, Trusted Types enforced. The one page with card buttons also lets in what these come from.
 */
function pagePolicy(page: PagePolicy): string {
  const { scriptHashes = [], styleHashes = [], cardScriptUrl = null, pictureOrigins = [] } = page;
  const own = (hashes: readonly string[]) => ["'self'", ...hashes.map((hash) => `'${hash}'`)];
  const card = cardSources(cardScriptUrl);
  return [
    "default-src 'none'",
    `script-src ${[...own(scriptHashes), ...card.script].join(' ')}`,
    `style-src ${own(styleHashes).join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    `connect-src ${["'self'", ...pictureOrigins, ...card.connect].join(' ')}`,
    ...(card.frame.length > 0 ? [`frame-src ${card.frame.join(' ')}`] : []),
    "font-src 'self'",
    `img-src ${["'self'", 'data:', ...pictureOrigins, ...card.img].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

interface CardSources {
  script: string[];
  connect: string[];
  frame: string[];
  img: string[];
}

/**
 * The sources of card buttons: the script's own origin, and for Stripe's buttons the further origins of Stripe's guide.
 */
function cardSources(scriptUrl: string | null): CardSources {
  if (scriptUrl === null) return { script: [], connect: [], frame: [], img: [] };
  const { origin } = new URL(scriptUrl);
  if (origin !== 'https://js.stripe.com') return { script: [origin], connect: [origin], frame: [origin], img: [] };
  const script = [origin, 'https://*.js.stripe.com'];
  return {
    script,
    connect: [origin, 'https://api.stripe.com'],
    frame: [...script, 'https://hooks.stripe.com'],
    img: ['https://*.stripe.com'],
  };
}

/** Whether foreign code runs on the page, which may not follow Trusted Types. */
function hasForeignCode({ cardScriptUrl = null }: PagePolicy, publicUrl: string): boolean {
  return cardScriptUrl !== null && new URL(cardScriptUrl).origin !== publicUrl;
}

function policyHeaders(page: PagePolicy, publicUrl: string): Record<string, string> {
  const policy = pagePolicy(page);
  if (!hasForeignCode(page, publicUrl)) return { 'Content-Security-Policy': `${policy}; ${trustedTypes}` };
  return { 'Content-Security-Policy': policy, 'Content-Security-Policy-Report-Only': trustedTypes };
}

/** An answer that is no page may load and run nothing, in case a browser shows it as a page. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers that every answer carries; with `page` the policy is that of a page. */
export function securityHeaders({ publicUrl, page }: { publicUrl: string; page?: PagePolicy }): Record<string, string> {
  return {
    ...(page ? policyHeaders(page, publicUrl) : { 'Content-Security-Policy': dataPolicy }),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
