import type { RowOf } from '../../../server/testing/bulk-load.ts';

const images = {
  id: 'uuid',
  kind: 'text',
  recipe: 'text',
  source_hash: 'bytea',
  tile: 'int4',
  width: 'int4',
  height: 'int4',
  placeholder: 'text',
  color: 'text',
  variants: 'jsonb',
} as const;

/** The pictures' table, for filling by COPY. */
export const imagesTable = { table: 'images', columns: images };

export type ImageRow = RowOf<typeof images>;
