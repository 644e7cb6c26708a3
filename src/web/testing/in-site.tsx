import type { ReactElement, ReactNode } from 'react';
import english from '../../../messages/en-us.json';
import { ApiProvider } from '../api.tsx';
import { type ApiClient, createApi } from '../api-client.ts';
import { createText } from '../create-text.ts';
import { type Text, TextProvider } from '../i18n.tsx';
import type { OpenedPage } from '../navigation.ts';
import { QueryClientProvider } from '../query.ts';
import { QueryClient } from '../query-client.ts';
import { RouterProvider } from '../router.tsx';
import { type Site, SiteProvider } from '../site.tsx';

const here: OpenedPage = {
  ...{ path: '/', search: '', params: {}, found: true },
  page: { Component: () => null, head: () => ({ title: '', description: '' }) },
};

interface Around {
  /** Without it, each call is answered with null. */
  api?: ApiClient;
  queryClient?: QueryClient;
  text?: Text;
  opened?: Partial<OpenedPage>;
  /** Is told the addresses that are opened. */
  open?: (to: string) => void;
  site?: Partial<Site>;
}

/** A part of the site, with what a page has around it. */
export function inSite(part: ReactNode, around: Around = {}): ReactElement {
  const opened = { ...here, ...around.opened };
  return (
    <ApiProvider value={around.api ?? createApi(async () => ({ result: null }))}>
      <SiteProvider value={{ name: 'Longstrip', contactEmail: 'help@example.org', timeZone: 'UTC', ...around.site }}>
        <TextProvider value={around.text ?? createText('en-us', english)}>
          <RouterProvider value={{ current: () => opened, subscribe: () => () => {}, open: around.open ?? (() => {}) }}>
            <QueryClientProvider value={around.queryClient ?? new QueryClient()}>{part}</QueryClientProvider>
          </RouterProvider>
        </TextProvider>
      </SiteProvider>
    </ApiProvider>
  );
}
