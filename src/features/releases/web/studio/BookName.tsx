import { useText } from '../../../../web/i18n.tsx';
import { titleIn } from '../../../catalog/rules.ts';
import { useStudioQuery } from '../../../studio/web/calls.ts';

/** The title of a book in the operator's language. */
export function BookName({ id }: { id: string }) {
  const { language } = useText();
  const book = useStudioQuery('/studio/books/:uuid', { params: { uuid: id } }).data?.data.result;
  return <bdi>{(book && titleIn(book, language)) || '–'}</bdi>;
}
