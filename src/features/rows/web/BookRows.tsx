import { useState } from 'react';
import { useApi } from '../../../web/api.tsx';
import { useText } from '../../../web/i18n.tsx';
import { createPagePart, usePart } from '../../../web/part.ts';
import { useQuery } from '../../../web/query.ts';
import { useIsBrowser } from '../../../web/use-is-browser.ts';
import { rowsQuery } from './rows-query.ts';

/** The code of the rows, which only a page needs that the browser opens by itself. */
export const rowsPart = createPagePart('src/features/rows/web/RowList.tsx', () =>
  import('./RowList.tsx').then((module) => module.RowList),
);

/** The nth run of rows with books. What the server has rendered stays as it is, without code or data. */
export function BookRows({ run }: { run: number }) {
  const [isRendered] = useState(!useIsBrowser());
  if (isRendered && !import.meta.env.SSR) return <div {...asItIs} />;
  return <Rows run={run} />;
}

/** Hydration leaves the server's own markup alone. */
const asItIs = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: '' } };

function Rows({ run }: { run: number }) {
  const { language } = useText();
  const { data } = useQuery(rowsQuery(useApi(), language));
  const { Component } = usePart(rowsPart);
  return <div>{data && Component && <Component rows={data.result} run={run} />}</div>;
}
