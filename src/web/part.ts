import { type ComponentType, useEffect, useState } from 'react';

/** Code that a page needs for some of what it shows, and not for the rest. */
export interface PagePart {
  /** The file of its chunk, as the build's manifest names it. */
  source: string;
  load(): Promise<unknown>;
}

export interface Part<Props> extends PagePart {
  /** Null until it has been loaded. */
  component(): ComponentType<Props> | null;
}

/** A part that is loaded once, on the server before the page is rendered, in the browser before it comes alive. */
export function createPart<Props>(source: string, fetchCode: () => Promise<ComponentType<Props>>): Part<Props> {
  let loaded: ComponentType<Props> | null = null;
  return {
    source,
    async load() {
      loaded ??= await fetchCode();
    },
    component: () => loaded,
  };
}

export interface UsedPart<Props> {
  Component: ComponentType<Props> | null;
  /** Its code did not come. */
  hasFailed: boolean;
  retry: () => void;
}

/** The part where it is at hand; else it is asked for, and is there a moment later. */
export function usePart<Props>(part: Part<Props> | null): UsedPart<Props> {
  const [, setLoads] = useState(0);
  const [failed, setFailed] = useState<Part<Props> | null>(null);
  const Component = part?.component() ?? null;
  const missing = Component || failed === part ? null : part;

  useEffect(() => {
    let isGone = false;
    missing?.load().then(
      () => !isGone && setLoads((count) => count + 1),
      () => !isGone && setFailed(missing),
    );
    return () => {
      isGone = true;
    };
  }, [missing]);

  return { Component, hasFailed: part !== null && failed === part && !Component, retry: () => setFailed(null) };
}
