import { useState } from 'react';
import { ApiError } from '../../../web/api-client.ts';
import { showToast } from '../../../web/ui/toasts.ts';
import type { ConflictRefusal } from '../contract.ts';
import type { Answered, One } from './calls.ts';
import { type Clash, changesOf, type Flat, merge } from './merge.ts';
import { type Faults, noFaults, useProblems } from './problems.ts';
import { useDraft } from './unsaved.ts';
import { useStudioText } from './words.ts';

/** A form over a thing that others may change too. */
export interface Editing {
  value: Flat;
  change(part: Flat): void;
  isChanged: boolean;
  isBusy: boolean;
  faults: Faults;
  /** The merge that waits for a choice, since somebody else was quicker; null: none. */
  conflict: Pick<Conflict, 'clashes' | 'etag' | 'by'> | null;
  save(): Promise<void>;
  /** Saves the merge, with the chosen values for the fields that both sides had changed. */
  saveMerged(chosen: Flat): Promise<void>;
  /** Gives up what was typed. */
  reset(): void;
}

interface Conflict {
  clashes: readonly Clash[];
  merged: Flat;
  theirs: Flat;
  etag: string;
  by: string | null;
}

/** What was typed, with what stood in those fields before, and the version that was seen. */
interface Typed {
  typed: Flat;
  over: Flat;
  etag: string | null;
}

/**
 * Edits a thing that was loaded. What was typed survives errors and a reload. Saving names the version that was seen;
 * if somebody else has changed the thing meanwhile, both changes are merged.
 */
export function useEditing<Thing>(given: {
  /** Names the thing among the drafts. */
  name: string;
  loaded: Answered<One<Thing>>;
  /** The thing with its fields side by side, named as in the body's errors: `titles.fr-fr`. */
  flatten: (thing: Thing) => Flat;
  /** Saves changed fields of the version with that ETag; `value` has all fields, for calls that take a whole map. */
  save: (changes: Flat, ifMatch: string | null, value: Flat) => Promise<Answered<One<Thing>>>;
  /** Keeps what saving has answered as the answer of GET. */
  keep: (saved: Answered<One<Thing>>) => void;
}): Editing {
  const { name, loaded, flatten, save, keep } = given;
  const { t } = useStudioText();
  const { faultsOf } = useProblems();
  const [isBusy, setBusy] = useState(false);
  const [faults, setFaults] = useState(noFaults);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const base = flatten(loaded.data.result);
  const draft = useDraft<Typed>(
    name,
    { typed: {}, over: {}, etag: loaded.etag },
    ({ typed }) => Object.keys(changesOf(base, typed)).length > 0,
  );
  const { typed, over, etag: seen } = draft.value;
  const value = { ...base, ...typed };

  function change(part: Flat): void {
    const next = changesOf(base, { ...typed, ...part });
    const fields = Object.keys(next);
    // What is loaded anew meanwhile was not seen by whoever typed: the version of the first change stays.
    const before = Object.fromEntries(fields.map((field) => [field, field in over ? over[field] : base[field]]));
    if (fields.length === 0) draft.drop();
    else draft.change({ typed: next, over: before, etag: seen });
  }

  async function send(changes: Flat, etag: string | null, from: { base: Flat; value: Flat }): Promise<void> {
    setBusy(true);
    try {
      const answer = await save(changes, etag, from.value);
      draft.drop();
      setConflict(null);
      setFaults(noFaults);
      keep(answer);
      showToast({ text: t('kit.saved') });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'edit_conflict') await meet(error, from);
      else setFaults(faultsOf(error, Object.keys(from.value)));
    } finally {
      setBusy(false);
    }
  }

  /** Merges with what somebody else has saved; without a clash it saves at once. */
  async function meet(error: ApiError, from: { base: Flat; value: Flat }): Promise<void> {
    const { current, etag, changed_by: by } = error.body as unknown as ConflictRefusal & { current: Thing }; // the form of every 412
    const theirs = flatten(current);
    const { merged, clashes } = merge(from.base, from.value, theirs);
    if (clashes.length === 0) return send(changesOf(theirs, merged), etag, { base: theirs, value: merged });
    setConflict({ clashes, merged, theirs, etag, by });
    setFaults(noFaults);
  }

  return {
    value,
    change,
    isChanged: draft.isChanged,
    isBusy,
    faults,
    conflict,
    save: () => send(changesOf(over, typed), seen, { base: { ...base, ...over }, value }),
    async saveMerged(chosen) {
      if (!conflict) return;
      const value = { ...conflict.merged, ...chosen };
      await send(changesOf(conflict.theirs, value), conflict.etag, { base: conflict.theirs, value });
    },
    reset() {
      draft.drop();
      setFaults(noFaults);
      setConflict(null);
    },
  };
}
