import type { Row } from './row.ts';
import { backupAgain, restore5g } from './rows/backup.ts';
import { cachedHtml, cachedSearch, membershipPage } from './rows/cached.ts';
import { chapterRows } from './rows/chapter-rows.ts';
import { epubStream, epubStreamFirst, epubStreamMemory } from './rows/epub.ts';
import { searchRelevance, suggest } from './rows/finding.ts';
import { chaptersAtSize, deepPage, deepSearch, listAtSize, searchAtSize, shortWordsAtSize } from './rows/grown.ts';
import { homeBytes, homeRows, loadMemory } from './rows/home.ts';
import { hooks, hooksBeside } from './rows/hooks.ts';
import { hotImage } from './rows/image.ts';
import { imageS3Cold, imageS3Hot } from './rows/image-s3.ts';
import { importing } from './rows/import.ts';
import { importPdf } from './rows/import-pdf.ts';
import { javascriptOfBookList, javascriptOfMembership, javascriptOfReader } from './rows/javascript.ts';
import { komgaList } from './rows/komga-list.ts';
import { loginsBeside, memberChapter } from './rows/members.ts';
import { notify, notifyBeside } from './rows/notify.ts';
import { opdsFeed, opdsPage } from './rows/opds.ts';
import { pageBytes } from './rows/page-bytes.ts';
import { idleMemory, secondStart } from './rows/process.ts';
import { firstImage, layoutShift } from './rows/reader.ts';
import { flinging, memory } from './rows/reading.ts';
import { receipts } from './rows/receipts.ts';
import { redirects } from './rows/redirects.ts';
import { memberChapterRules, searchWindows } from './rows/release.ts';
import { renderMiss } from './rows/render.ts';
import { restrictedImage } from './rows/restricted-image.ts';
import { scoreLoop, scoreWal } from './rows/score.ts';
import { search } from './rows/search.ts';
import { sitemapMemory, sitemapTime } from './rows/sitemap.ts';
import { studioDryRun, studioPlanEdit, studioReadersBeside } from './rows/studio-imports.ts';
import { studioBooks, studioChapters } from './rows/studio-lists.ts';
import { javascriptOfNumbers, studioDropOff } from './rows/studio-numbers.ts';
import { studioSeries } from './rows/studio-series.ts';
import { studioUpload, studioUploadMemory } from './rows/studio-upload.ts';
import { textSearchBeside } from './rows/text-search.ts';
import { visits } from './rows/visits.ts';
import { homeWordpress } from './rows/wordpress.ts';
import { workers2 } from './rows/workers.ts';

/** In the order of the table. */
export const rows: readonly Row[] = [
  cachedHtml,
  cachedSearch,
  membershipPage,
  opdsFeed,
  redirects,
  receipts,
  homeWordpress,
  workers2,
  renderMiss,
  homeBytes,
  homeRows,
  search,
  suggest,
  searchRelevance,
  visits,
  scoreWal,
  scoreLoop,
  memberChapter,
  memberChapterRules,
  searchWindows,
  loginsBeside,
  notify,
  notifyBeside,
  hooks,
  hooksBeside,
  textSearchBeside,
  komgaList,
  hotImage,
  opdsPage,
  epubStream,
  epubStreamFirst,
  epubStreamMemory,
  imageS3Hot,
  imageS3Cold,
  restrictedImage,
  importing,
  importPdf,
  javascriptOfBookList,
  javascriptOfReader,
  javascriptOfMembership,
  layoutShift,
  firstImage,
  flinging,
  chapterRows,
  memory,
  pageBytes,
  backupAgain,
  secondStart,
  idleMemory,
  loadMemory,
  studioReadersBeside,
  studioDryRun,
  studioPlanEdit,
  studioDropOff,
  javascriptOfNumbers,
  studioSeries,
  studioChapters,
  studioUpload,
  studioUploadMemory,
  searchAtSize,
  listAtSize,
  chaptersAtSize,
  deepPage,
  deepSearch,
  shortWordsAtSize,
  studioBooks,
  sitemapTime,
  sitemapMemory,
  restore5g,
];
