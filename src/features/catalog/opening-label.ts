export type OpeningLabel =
  | { kind: 'none' }
  | { kind: 'freeOn'; at: string }
  | { kind: 'freeFromTo'; from: string; to: string }
  | { kind: 'freeUntil'; at: string };

/** The label of a chapter about its opening to all (spec: catalog.md#labels); the times are as the wire has them. */
export function openingLabel(access: {
  state: 'free' | 'members';
  free_at: string | null;
  until: string | null;
}): OpeningLabel {
  const { state, free_at: from, until } = access;
  if (state === 'free') return until === null ? { kind: 'none' } : { kind: 'freeUntil', at: until };
  if (from === null) return { kind: 'none' };
  return until === null ? { kind: 'freeOn', at: from } : { kind: 'freeFromTo', from, to: until };
}
