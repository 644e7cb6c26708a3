import { useRef, useState } from 'react';

/** The chosen rows of a list. */
export interface Selection {
  /** In the order of the list. */
  chosen: readonly string[];
  has(id: string): boolean;
  isAll: boolean;
  /** Chooses a row or leaves it; `extends`: and all between it and the row that was chosen or left before. */
  choose(id: string, how: { isChosen: boolean; extends: boolean }): void;
  chooseAll(isChosen: boolean): void;
}

/** Keeps which rows are chosen; a row that is not in the list any more is not among them. */
export function useSelection(ids: readonly string[]): Selection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const chosen = ids.filter((id) => kept.has(id));
  return {
    chosen,
    has: (id) => kept.has(id),
    isAll: ids.length > 0 && chosen.length === ids.length,
    choose(id, { isChosen, extends: isRange }) {
      const [from, to] = [isRange && last.current !== null ? ids.indexOf(last.current) : -1, ids.indexOf(id)];
      const meant = from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      last.current = id;
      const next = new Set(chosen);
      for (const each of meant) {
        if (isChosen) next.add(each);
        else next.delete(each);
      }
      setKept(next);
    },
    chooseAll: (isChosen) => setKept(new Set(isChosen ? ids : [])),
  };
}
