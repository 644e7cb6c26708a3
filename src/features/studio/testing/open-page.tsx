import { render } from '@testing-library/react';
import type { ComponentType } from 'react';
import siteArabic from '../../../../messages/ar-sa.json';
import siteEnglish from '../../../../messages/en-us.json';
import arabic from '../../../../messages/studio/ar-sa.json';
import english from '../../../../messages/studio/en-us.json';
import { RenderedAtProvider } from '../../../web/clock.tsx';
import { createText } from '../../../web/create-text.ts';
import type { AnyPage } from '../../../web/navigation.ts';
import { inSite } from '../../../web/testing/in-site.tsx';
import { type StudioCalls, StudioCallsProvider, studioAddress } from '../web/calls.ts';
import { createStudioText, StudioTextProvider } from '../web/words.ts';

interface Opened {
  page: unknown;
  path: string;
  search?: string;
  params?: Record<string, string>;
  isArabic?: boolean;
  /** The data of the answer to a call, or a rejection. */
  answer(method: string, path: string, body?: unknown, ifMatch?: string | null): Promise<unknown>;
  /** The version that an answer has; absent: it has none. */
  etagNow?: () => string;
}

/** A page of the studio in a document; returns the addresses that it leads to. */
export function openStudioPage({
  page,
  path,
  search = '',
  params = {},
  isArabic = false,
  answer,
  etagNow,
}: Opened): string[] {
  const led: string[] = [];
  const shown = page as AnyPage; // the table's pages are any
  const language = isArabic ? 'ar-sa' : 'en-us';
  const send = async (method: string, to: string, given?: { body?: unknown; ifMatch?: string | null }) => ({
    data: await answer(method, studioAddress(to, given), given?.body, given?.ifMatch),
    etag: etagNow?.() ?? null,
  });
  const loud = {
    get: (to: string, given?: object) => send('GET', to, given),
    send,
    save: async () => {},
    picture: async () => new Blob(),
  };
  const calls = { ...loud, quiet: loud };
  const Component = shown.Component as ComponentType<{ params: Record<string, string> }>; // as above
  render(
    inSite(
      <StudioCallsProvider value={calls as StudioCalls /* each test answers in the form of its calls */}>
        <StudioTextProvider value={createStudioText(language, isArabic ? arabic : english)}>
          <RenderedAtProvider value={Date.parse('2026-03-02T10:00:00.000Z')}>
            <Component params={params} />
          </RenderedAtProvider>
        </StudioTextProvider>
      </StudioCallsProvider>,
      {
        text: createText(language, isArabic ? siteArabic : siteEnglish),
        opened: { path, search, params, page: shown },
        open: (to) => void led.push(to),
        site: { freeChapters: 5 },
      },
    ),
  );
  return led;
}
