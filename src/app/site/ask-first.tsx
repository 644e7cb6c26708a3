import type { ReactNode } from 'react';
import type { Language } from '../../shared/languages.ts';
import { displayText } from '../../shared/text.ts';
import { useText } from '../../web/i18n.tsx';
import type { PageContext, PageModule } from '../../web/page.ts';
import { createPagePart, usePart } from '../../web/part.ts';
import { useQueryClient } from '../../web/query.ts';
import type { QueryClient } from '../../web/query-client.ts';
import { useStore } from '../../web/store.ts';
import type { RatedBook } from './AskAge.tsx';

const part = createPagePart('src/app/site/AskAge.tsx', () => import('./AskAge.tsx').then((module) => module.AskAge));

/** Finds what is known of a page's book: the same object until another answer comes. */
type FindBook<Name extends string> = (
  known: Pick<PageContext<Name>, 'queryClient' | 'params' | 'language'>,
) => RatedBook | null | undefined;

/** The answer that stands in the place of all others in the document of a page of a book for adults. */
const keyOf = (params: object) => ['adult', params];

function findAdult<Name extends string>(
  find: FindBook<Name>,
  known: { queryClient: QueryClient; params: Record<Name, string>; language: Language },
): RatedBook | null {
  const book = find(known) ?? known.queryClient.getQueryData<RatedBook>(keyOf(known.params));
  return book?.rating === 'adult' ? book : null;
}

/** The page; or, of a book for adults, the question that must be answered before anything else of it is seen. */
export function AskFirst<Name extends string>({
  find,
  params,
  children,
}: {
  find: FindBook<Name>;
  params: Record<Name, string>;
  children: ReactNode;
}) {
  const queryClient = useQueryClient();
  const { language } = useText();
  const get = () => findAdult(find, { queryClient, params, language });
  const book = useStore({ get, subscribe: (listener) => queryClient.subscribe(listener) }, get());
  const { Component } = usePart(book && part);
  return book ? Component && <Component book={book}>{children}</Component> : children;
}

/**
 * The page for `AskFirst`. The server keeps nothing of a book for adults but its title, since it does not know who reads:
 * whoever may see more asks for it by its id.
 */
export function askingFirst<Name extends string>(page: PageModule<Name>, find: FindBook<Name>): PageModule<Name> {
  const { all = [], neededFor = () => [] } = page.parts ?? {};
  return {
    ...page,
    parts: {
      all: [...all, part],
      neededFor: (context) => [...neededFor(context), ...(findAdult(find, context) ? [part] : [])],
    },
    ...(import.meta.env.SSR && onServer(page, find)),
  };
}

function onServer<Name extends string>(
  page: PageModule<Name>,
  find: FindBook<Name>,
): Pick<PageModule<Name>, 'prefetch' | 'head'> {
  const askedOf = (context: PageContext<Name>) => (context.site.showsAdultBooks ? null : findAdult(find, context));
  return {
    async prefetch(context) {
      const outcome = (await page.prefetch?.(context)) ?? { status: 200 };
      const asked = askedOf(context);
      if (asked) {
        const { book_title, rating, language, text_language } = asked;
        context.queryClient.forget(() => true);
        context.queryClient.setQueryData(keyOf(context.params), { book_title, rating, language, text_language });
      }
      return outcome;
    },
    head(context) {
      const asked = askedOf(context);
      if (!asked) return page.head(context);
      const description = context.text.t('catalog.age.question', { age: 18 });
      return { title: displayText(asked.book_title), description, noindex: true };
    },
  };
}
