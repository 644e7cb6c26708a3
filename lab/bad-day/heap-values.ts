/** The read parts of a snapshot of V8's heap: its nodes are rows of numbers, one after the other, in one array. */
export interface HeapSnapshot {
  snapshot: { meta: { node_fields: readonly string[]; node_types: readonly unknown[] } };
  nodes: readonly number[];
  strings: readonly string[];
}

/** V8 names in these lists which code depends on a shape: they come and go with compiled code. */
const listsOfCode = 'system / WeakArrayList';

/** The bytes that the values of a program take: all but what V8 compiled, what it needs to compile, and its lists of both. */
export function bytesOfValues({ snapshot: { meta }, nodes, strings }: HeapSnapshot): number {
  const [types] = meta.node_types;
  const [typeAt = -1, nameAt = -1, sizeAt = -1] = ['type', 'name', 'self_size'].map((field) =>
    meta.node_fields.indexOf(field),
  );
  if (Math.min(typeAt, nameAt, sizeAt) < 0 || !Array.isArray(types))
    throw new Error('The snapshot of the heap has no types, names or sizes');
  const code = types.indexOf('code');
  let bytes = 0;
  for (let node = 0; node < nodes.length; node += meta.node_fields.length) {
    if (nodes[node + typeAt] === code || strings[nodes[node + nameAt] ?? -1] === listsOfCode) continue;
    bytes += nodes[node + sizeAt] ?? 0;
  }
  return bytes;
}
