import { parseDocument, visit } from 'yaml';

const maxAliases = 20;

/** A YAML document's value. Numbers that YAML would write differently stay as they are written: '007', '1.10'. */
export function parseYaml(text: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw error;
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value === 'number' && node.source && String(node.value) !== node.source) node.value = node.source;
    },
  });
  return document.toJS({ maxAliasCount: maxAliases });
}
