import { printedNumber } from '../../../shared/printed-name.ts';
import { writeDay } from '../../../web/date-time.ts';
import type { Text } from '../../../web/i18n.tsx';
import { writeMoney } from '../../../web/money.ts';
import type { Notice } from '../contract.ts';

/** What a notice says, in a sentence. `shown` makes a stored title what readers see; names keep their own direction. */
export function sentenceOf(notice: Notice, { t, language }: Text, shown: (stored: string) => string): string {
  const date = notice.expire_at ? writeDay(notice.expire_at, language) : '';
  const amount = notice.currency ? writeMoney(notice.amount ?? 0, notice.currency, language) : '';
  switch (notice.kind) {
    case 'new_chapter': {
      const { book_title: stored = '', count = 1, label = null, chapter_number: number = 1 } = notice;
      const book = isolated(shown(stored));
      if (count > 1) return t('notices.newChapters', { book, count });
      return t('notices.newChapter', { book, number: printedNumber({ label, number }) });
    }
    case 'reply':
      return t('notices.reply', { username: isolated(notice.username ?? '') });
    case 'membership_ending':
      return t('notices.membershipEnding', { date });
    case 'membership_ended':
      return t('notices.membershipEnded');
    case 'payment_received':
      return t('notices.paymentReceived', { amount });
    case 'payment_refunded':
      return t('notices.paymentRefunded', { amount });
    case 'gift':
      return t(notice.step === 'redeemed' ? 'notices.giftRedeemed' : 'notices.giftReady');
    case 'news':
      return notice.title ?? '';
  }
}

const isolated = (name: string) => `\u2068${name}\u2069`;
