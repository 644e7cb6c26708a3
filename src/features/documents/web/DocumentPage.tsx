import { languageNames, languageTags } from '../../../shared/languages.ts';
import { documentPath } from '../../../shared/paths.ts';
import { useApi } from '../../../web/api.tsx';
import type { ApiClient } from '../../../web/api-client.ts';
import { writeUtcDay } from '../../../web/date-time.ts';
import { type Text, useText } from '../../../web/i18n.tsx';
import type { PageContext, PageModule } from '../../../web/page.ts';
import { queryOptions, useQuery } from '../../../web/query.ts';
import { useSearch } from '../../../web/router.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import type { Document } from '../contract.ts';
import { isKind } from '../rules.ts';
import { Blocks } from './Blocks.tsx';
import styles from './DocumentPage.module.css';
import { SellerFacts } from './SellerFacts.tsx';

type Asked = Pick<PageContext<'name'>, 'params' | 'search' | 'language'>;

function documentQuery(api: ApiClient, { params: { name }, search, language }: Asked) {
  const version = search.get('version');
  return queryOptions({
    queryKey: ['document', name, language, version],
    queryFn: () =>
      api.get('/site/pages/:page', {
        params: { page: name },
        query: { language, ...(version !== null && { version }) },
      }),
  });
}

/** The title of a document: the operator's, else that of its kind. */
export function titleOfDocument({ page, title }: Pick<Document, 'page' | 'title'>, { t }: Pick<Text, 't'>): string {
  return title ?? (isKind(page) ? t(`documents.kinds.${page}`) : page);
}

/** A page of the operator's (spec: documents.md#pages). */
function DocumentPage({ params }: { params: Record<'name', string> }) {
  const text = useText();
  const { t, language } = text;
  const search = useSearch();
  const asked = useQuery(documentQuery(useApi(), { params, search, language }));
  const document = asked.data?.result;
  if (!document)
    return asked.isError ? (
      <Notice action={{ label: t('app.retry'), busy: asked.isFetching, act: asked.refetch }}>
        {t('app.partFailed')}
      </Notice>
    ) : null;
  const { blocks, seller, language: shown, effective_at: since, is_old: isOld } = document;
  const isInOther = shown !== language && blocks.length > 0;
  return (
    <article className={styles.page}>
      <h1 dir="auto">{titleOfDocument(document, text)}</h1>
      {isOld && <p className={styles.note}>{t('documents.old')}</p>}
      {isInOther && <p className={styles.note}>{t('documents.otherLanguage', { language: languageNames[shown] })}</p>}
      <div className={styles.words} {...(isInOther && { lang: languageTags[shown], dir: 'auto' })}>
        <Blocks blocks={blocks} />
      </div>
      {seller && <SellerFacts seller={seller} />}
      {since !== null && <p className={styles.since}>{t('documents.since', { date: writeUtcDay(since, language) })}</p>}
    </article>
  );
}

export const documentPage: PageModule<'name'> = {
  Component: DocumentPage,
  searchKeys: ['version'],
  async prefetch(context) {
    await context.queryClient.fetchQuery(documentQuery(context.api, context));
    return { status: 200 };
  },
  head(context) {
    const { text, site, params, search, queryClient, api } = context;
    const document = queryClient.getQueryData(documentQuery(api, context).queryKey)?.result;
    const title = titleOfDocument(document ?? { page: params.name, title: null }, text);
    return {
      title,
      description: text.t('documents.description', { title, name: site.name }),
      canonicalPath: documentPath(params.name),
      ...(search.has('version') && { noindex: true }),
    };
  },
};
