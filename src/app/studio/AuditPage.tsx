import { NamedBook, NamedBooks } from '../../features/catalog/web/studio/NamedBook.tsx';
import { auditPageWith } from '../../features/studio/web/AuditPage.tsx';

export const auditPage = auditPageWith({ Books: NamedBooks, Book: NamedBook });
