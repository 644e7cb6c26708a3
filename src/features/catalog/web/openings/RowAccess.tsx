import type { AccessOnWire } from '../../contract.ts';
import { AccessLabel } from './AccessLabel.tsx';

/** The `AccessLabel` of a row of the chapter list: a file of its own, so that the list can load it when it is needed. */
export function RowAccess({ access }: { access: AccessOnWire }) {
  return <AccessLabel access={access} />;
}
