import { createPagePart, usePart } from '../../../../web/part.ts';
import type { AccessOnWire } from '../../contract.ts';
import { openingLabel } from '../../opening-label.ts';

export const accessPart = createPagePart('src/features/catalog/web/openings/RowAccess.tsx', () =>
  import('./RowAccess.tsx').then((module) => module.RowAccess),
);

interface Label {
  access: AccessOnWire;
}

/** A chapter's `AccessLabel`, where it has something to tell. */
export function LateAccess(label: Label) {
  return openingLabel(label.access).kind === 'none' ? null : <Access {...label} />;
}

function Access(label: Label) {
  const { Component } = usePart(accessPart);
  return Component && <Component {...label} />;
}
