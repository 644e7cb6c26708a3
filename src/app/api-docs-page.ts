import { escapeMarkup } from '../shared/text.ts';

/** The part of an OpenAPI document that the page reads. */
export interface ApiDescription {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  maxLength?: number;
  pattern?: string;
  format?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

/** A page of all calls with what they take and answer; it runs no script. */
export function writeApiDocs(api: ApiDescription): string {
  const operations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation, id: idOf(method, path) })),
  );
  const title = escapeMarkup(api.info.title);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${apiDocsStyles}</style></head><body>
<header><p class="home"><a href="/">← Back to the site</a></p><h1>${title}</h1>
<p class="lead">${withCode(api.info.description ?? '')}</p>
<p><a class="button" href="/api/v1/openapi.json">openapi.json</a></p></header>
<nav aria-label="Calls"><ul>${operations
    .map(({ id, method, path }) => `<li><a href="#${id}"><b>${method.toUpperCase()}</b> ${softPath(path)}</a></li>`)
    .join('')}</ul></nav>
<main>${operations.map(writeOperation).join('\n')}</main></body></html>
`;
}

function writeOperation(given: { path: string; method: string; operation: Operation; id: string }): string {
  const { path, method, operation, id } = given;
  const body = operation.requestBody?.content?.['application/json']?.schema;
  return `<section id="${id}" class="${method}"><h2><b>${method.toUpperCase()}</b> <code>${softPath(path)}</code></h2>
<p>${withCode(operation.summary ?? '')}</p>${operation.description ? `<p>${withCode(operation.description)}</p>` : ''}
${writeParameters(operation)}${body ? `<h3>Body</h3><pre tabindex="0">${escapeMarkup(sketch(body))}</pre>` : ''}
${Object.entries(operation.responses ?? {})
  .map(([status, response]) => writeResponse(status, response.content?.['application/json']?.schema))
  .join('')}</section>`;
}

function writeParameters({ parameters = [] }: Operation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(
    ({ name, in: place, schema }) =>
      `<tr><th scope="row"><code>${escapeMarkup(name)}</code></th><td>${place}</td><td>${describeLimits(schema)}</td></tr>`,
  );
  return `<table><thead><tr><th scope="col">Parameter</th><th scope="col">In</th><th scope="col">Values</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`;
}

function describeLimits(schema: Schema): string {
  const parts = [
    schema.enum ? schema.enum.map((value) => `<code>${escapeMarkup(String(value))}</code>`).join(' ') : '',
    !schema.enum && schema.pattern ? `<code>${escapeMarkup(schema.pattern)}</code>` : '',
    schema.maxLength === undefined ? '' : `at most ${schema.maxLength} characters`,
    schema.default === undefined ? '' : `default <code>${escapeMarkup(String(schema.default))}</code>`,
  ];
  return parts.filter(Boolean).join(', ') || escapeMarkup(String(schema.type ?? 'any'));
}

function writeResponse(status: string, schema: Schema | undefined): string {
  const isSuccess = status.startsWith('2');
  const shape = schema && Object.keys(schema).length > 0 ? escapeMarkup(sketch(schema)) : '';
  if (!isSuccess) return `<p class="failure"><b>${status}</b> ${failureMeanings[status] ?? ''}</p>`;
  return `<h3>${status}</h3>${shape ? `<pre tabindex="0">${shape}</pre>` : '<p>Without a body.</p>'}`;
}

const failureMeanings: Record<string, string> = {
  '400': '<code>invalid_request</code>: <code>details</code> names every wrong field',
  '401': '<code>unauthenticated</code>',
  '403': 'not open to whoever asks; <code>code</code> says why',
  '404': 'there is no such thing, or it is not shown any more',
  '409': 'it is taken or has happened already',
  '413': 'the body is over 64 KiB',
  '415': 'the body is not JSON',
  '422': 'the words are well-formed, but not valid',
  '429': '<code>rate_limited</code>: <code>Retry-After</code> says when to come back',
};

/** The shape of a value, in a short form for people. */
function sketch(schema: Schema, indent = ''): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map((option) => sketch(option, indent)))].join(' | ');
  if (schema.items) return `[${sketch(schema.items, indent)}, …]`;
  if (!schema.properties) return [schema.type ?? 'any'].flat().join(' | ');
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties).map(
    ([name, property]) => `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${sketch(property, inner)},`,
  );
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function idOf(method: string, path: string): string {
  return `${method}${path.replace(/\W+/g, '-')}`.replace(/-$/, '');
}

/** A long path may break before its slashes. */
function softPath(path: string): string {
  return escapeMarkup(path).replaceAll('/', '<wbr>/');
}

function withCode(text: string): string {
  return escapeMarkup(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

export const apiDocsStyles = `
:root{color-scheme:light dark;--paper:light-dark(#faf6ee,#12100e);--surface:light-dark(#fffdf8,#1c1916);
--ink:light-dark(#171310,#f5efe4);--muted:light-dark(#645b50,#b3a898);--line:light-dark(#e3dacb,#332d27);--accent:#c8ff2e}
*{box-sizing:border-box}
body{margin:0 auto;max-width:960px;padding:24px 16px 96px;background:var(--paper);color:var(--ink);
font:16px/1.55 system-ui,sans-serif}
a{color:inherit;text-underline-offset:3px}
a:focus-visible,pre:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
h1{font-size:clamp(2rem,6vw,3.5rem);line-height:1.05;letter-spacing:-.03em;margin:.3em 0}
h2{font-size:1.125rem;font-weight:500;margin:0 0 8px;overflow-wrap:anywhere}
h3{font-size:.8125rem;color:var(--muted);margin:20px 0 6px;text-transform:uppercase;letter-spacing:.06em}
.lead{font-size:1.125rem;max-width:60ch}.home a,nav a{display:inline-block;padding-block:8px}
.button{display:inline-block;padding:10px 18px;border-radius:999px;background:var(--accent);color:#171310;
font-weight:650;text-decoration:none}
nav ul{list-style:none;margin:24px 0;padding:16px 0 0;border-block-start:1px solid var(--line);columns:2 320px}
nav li{break-inside:avoid}nav a{font:14px/1.5 ui-monospace,monospace;overflow-wrap:anywhere}
section{background:var(--surface);border:1px solid var(--line);border-radius:16px;padding:24px;margin-block:20px;
scroll-margin-block-start:16px}
h2 b{font:650 .75rem/1 ui-monospace,monospace;background:var(--ink);color:var(--paper);padding:4px 8px;border-radius:6px}
code,pre{font:14px/1.55 ui-monospace,SFMono-Regular,Menlo,monospace}
pre{background:var(--paper);border:1px solid var(--line);border-radius:10px;padding:16px;margin:0;overflow-x:auto}
table{width:100%;border-collapse:collapse;margin-block:12px}
th,td{text-align:start;padding:8px 12px 8px 0;border-block-end:1px solid var(--line);vertical-align:top;font-weight:400;
overflow-wrap:anywhere}
thead th{font-size:.8125rem;color:var(--muted)}
.failure{margin:8px 0 0;color:var(--muted)}.failure b{color:var(--ink)}
@media (prefers-reduced-motion:no-preference){html{scroll-behavior:smooth}}
`;
