import { type Language, languageTags } from '../../../shared/languages.ts';
import type { HookEvent } from '../rules.ts';

/** What a message to people says in a language. */
interface Words {
  /** Of events that are told one by one. */
  events: Record<Exclude<HookEvent, 'chapter.published' | 'chapter.free'>, string>;
  /** By the plural forms of the language; `#` is the number. */
  published: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
  free: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
  /** A chapter without a title. */
  chapter: string;
  test: string;
  /** Of the button that leads to the site. */
  open: string;
}

const words: Readonly<Record<Language, Words>> = {
  'en-us': {
    events: {
      'book.published': 'New book',
      'book.hidden': 'A book is no longer shown',
      'order.paid': 'An order was paid',
      'order.refunded': 'An order was refunded',
      'member.started': 'A membership began',
      'member.ended': 'A membership ended',
      'backup.failed': 'A backup failed',
      'import.finished': 'An import is finished',
    },
    published: { one: 'New chapter', other: '# new chapters' },
    free: { one: 'A chapter is now free', other: '# chapters are now free' },
    chapter: 'Chapter #',
    test: 'This connection works.',
    open: 'Open',
  },
  'zh-cn': {
    events: {
      'book.published': '新作品上架',
      'book.hidden': '作品已下架',
      'order.paid': '订单已支付',
      'order.refunded': '订单已退款',
      'member.started': '会员已开通',
      'member.ended': '会员已到期',
      'backup.failed': '备份失败',
      'import.finished': '导入已结束',
    },
    published: { other: '更新 # 章' },
    free: { other: '# 章已免费开放' },
    chapter: '第 # 章',
    test: '连接正常。',
    open: '查看',
  },
  'fr-fr': {
    events: {
      'book.published': 'Nouveau livre',
      'book.hidden': 'Un livre n’est plus affiché',
      'order.paid': 'Une commande a été payée',
      'order.refunded': 'Une commande a été remboursée',
      'member.started': 'Un abonnement a commencé',
      'member.ended': 'Un abonnement a pris fin',
      'backup.failed': 'Une sauvegarde a échoué',
      'import.finished': 'Une importation est terminée',
    },
    published: { one: 'Nouveau chapitre', many: '# de nouveaux chapitres', other: '# nouveaux chapitres' },
    free: {
      one: 'Un chapitre est désormais gratuit',
      many: '# de chapitres sont désormais gratuits',
      other: '# chapitres sont désormais gratuits',
    },
    chapter: 'Chapitre #',
    test: 'Cette connexion fonctionne.',
    open: 'Ouvrir',
  },
  'es-es': {
    events: {
      'book.published': 'Nuevo libro',
      'book.hidden': 'Un libro ya no se muestra',
      'order.paid': 'Se ha pagado un pedido',
      'order.refunded': 'Se ha reembolsado un pedido',
      'member.started': 'Ha empezado una membresía',
      'member.ended': 'Ha terminado una membresía',
      'backup.failed': 'Ha fallado una copia de seguridad',
      'import.finished': 'Ha terminado una importación',
    },
    published: { one: 'Nuevo capítulo', many: '# de capítulos nuevos', other: '# capítulos nuevos' },
    free: {
      one: 'Un capítulo ya es gratis',
      many: '# de capítulos ya son gratis',
      other: '# capítulos ya son gratis',
    },
    chapter: 'Capítulo #',
    test: 'Esta conexión funciona.',
    open: 'Abrir',
  },
  'ar-sa': {
    events: {
      'book.published': 'كتاب جديد',
      'book.hidden': 'لم يعد أحد الكتب معروضًا',
      'order.paid': 'تم دفع طلب',
      'order.refunded': 'تم رد مبلغ طلب',
      'member.started': 'بدأت عضوية',
      'member.ended': 'انتهت عضوية',
      'backup.failed': 'فشل نسخ احتياطي',
      'import.finished': 'انتهى استيراد',
    },
    published: {
      zero: 'لا فصول جديدة',
      one: 'فصل جديد',
      two: 'فصلان جديدان',
      few: '# فصول جديدة',
      many: '# فصلًا جديدًا',
      other: '# فصل جديد',
    },
    free: {
      zero: 'لا فصول مجانية جديدة',
      one: 'أصبح فصل مجانيًا',
      two: 'أصبح فصلان مجانيين',
      few: 'أصبحت # فصول مجانية',
      many: 'أصبح # فصلًا مجانيًا',
      other: 'أصبح # فصل مجانيًا',
    },
    chapter: 'الفصل #',
    test: 'هذا الاتصال يعمل.',
    open: 'فتح',
  },
};

/** The words of messages to people, in their language. */
export function wordsIn(language: Language) {
  const { events, test, open, chapter, ...counted } = words[language];
  const tag = languageTags[language];
  const number = (value: number) => new Intl.NumberFormat(tag, { useGrouping: false }).format(value);
  return {
    ...{ events, test, open },
    chapter: (value: number) => chapter.replace('#', number(value)),
    chapters(event: 'chapter.published' | 'chapter.free', count: number) {
      const forms = event === 'chapter.published' ? counted.published : counted.free;
      return (forms[new Intl.PluralRules(tag).select(count)] ?? forms.other).replace('#', number(count));
    },
  };
}
