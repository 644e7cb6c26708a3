import type { Language } from '../../../shared/languages.ts';
import { languageTags } from '../../../shared/languages.ts';

/** What README.txt says in a language: a sentence at its beginning, and one for each file that is known here. */
interface Words {
  begins(given: { siteName: string; date: string }): string;
  files: Readonly<Record<string, string>>;
}

const words: Readonly<Record<Language, Words>> = {
  'en-us': {
    begins: ({ siteName, date }) => `This is what ${siteName} keeps about you, as of ${date}. Times are in UTC.`,
    files: {
      account: 'your name, your invitation code, how many people you invited, your passkeys by name',
      sessions: 'where you are logged in',
      library: 'where you are in your books, what you marked as read, your shelves, the books you follow',
      synced: 'where KOReader said you are in its documents',
      likes: 'the chapters you like',
      settings: 'your settings of the reader',
      inbox: 'your notices and which of them you want',
      ledger: 'what was added to your membership and taken from it',
      coupons: 'the coupons you redeemed',
      imported: 'that you were a member of another site before, and until when',
      orders: 'what you ordered; amounts are in the smallest unit of the currency',
      consents: 'the documents that you agreed to',
      trial: 'that your account began with free days, and by which campaign',
      came_from: 'where you came from when you registered and bought, as your browser told it',
      books: 'the titles of the books that the other files name',
    },
  },
  'zh-cn': {
    begins: ({ siteName, date }) => `这是 ${siteName} 截至 ${date} 保存的关于你的数据。时间均为协调世界时（UTC）。`,
    files: {
      account: '你的名字、邀请码、邀请的人数，以及通行密钥的名称',
      sessions: '已登录的设备',
      library: '各部作品的阅读进度、标记为已读的章节、书架和关注的作品',
      synced: 'KOReader 告知的各文档阅读位置',
      likes: '你点赞的章节',
      settings: '你的阅读设置',
      inbox: '你的通知，以及你想接收哪些通知',
      ledger: '会员时长的增减记录',
      coupons: '你使用过的兑换码',
      imported: '你此前在其他网站的会员身份及其截止时间',
      orders: '你的订单；金额以货币的最小单位计',
      consents: '你同意过的条款',
      trial: '你的账号获赠的免费天数及其活动',
      came_from: '注册和购买时浏览器所说明的来源',
      books: '其他文件中提到的作品的标题',
    },
  },
  'fr-fr': {
    begins: ({ siteName, date }) =>
      `Voici ce que ${siteName} conserve à votre sujet, au ${date}. Les heures sont en UTC.`,
    files: {
      account: 'votre nom, votre code d’invitation, le nombre de personnes invitées, vos clés d’accès par leur nom',
      sessions: 'vos connexions',
      library: 'où vous en êtes dans vos livres, ce que vous avez marqué comme lu, vos étagères, les livres suivis',
      synced: 'où vous en êtes dans les documents de KOReader, d’après lui',
      likes: 'les chapitres que vous aimez',
      settings: 'vos réglages de lecture',
      inbox: 'vos notifications et celles que vous souhaitez recevoir',
      ledger: 'ce qui a été ajouté à votre abonnement ou retiré',
      coupons: 'les codes que vous avez utilisés',
      imported: 'votre abonnement sur un autre site auparavant, et jusqu’à quand',
      orders: 'vos commandes ; les montants sont dans la plus petite unité de la monnaie',
      consents: 'les documents que vous avez acceptés',
      trial: 'les jours gratuits reçus à l’ouverture de votre compte, et par quelle campagne',
      came_from: 'd’où vous veniez en vous inscrivant et en achetant, d’après votre navigateur',
      books: 'les titres des livres nommés dans les autres fichiers',
    },
  },
  'es-es': {
    begins: ({ siteName, date }) =>
      `Esto es lo que ${siteName} guarda sobre ti, a fecha de ${date}. Las horas están en UTC.`,
    files: {
      account:
        'tu nombre, tu código de invitación, a cuántas personas has invitado y los nombres de tus llaves de acceso',
      sessions: 'dónde has iniciado sesión',
      library: 'por dónde vas en tus libros, lo que has marcado como leído, tus estantes y los libros que sigues',
      synced: 'por dónde vas en los documentos de KOReader, según él',
      likes: 'los capítulos que te gustan',
      settings: 'tus ajustes de lectura',
      inbox: 'tus avisos y cuáles quieres recibir',
      ledger: 'lo que se ha añadido a tu membresía y lo que se le ha quitado',
      coupons: 'los códigos que has canjeado',
      imported: 'que antes eras miembro de otro sitio, y hasta cuándo',
      orders: 'tus pedidos; los importes están en la unidad mínima de la moneda',
      consents: 'los documentos que aceptaste',
      trial: 'los días gratis con los que empezó tu cuenta, y por qué campaña',
      came_from: 'de dónde venías al registrarte y al comprar, según tu navegador',
      books: 'los títulos de los libros que nombran los demás archivos',
    },
  },
  'ar-sa': {
    begins: ({ siteName, date }) =>
      `هذا ما يحتفظ به ${siteName} عنك حتى ${date}. الأوقات بالتوقيت العالمي المنسق (UTC).`,
    files: {
      account: 'اسمك ورمز دعوتك وعدد من دعوتهم وأسماء مفاتيح المرور',
      sessions: 'أماكن تسجيل دخولك',
      library: 'موضعك في كتبك وما علّمته مقروءًا ورفوفك والكتب التي تتابعها',
      synced: 'موضعك في مستندات KOReader كما أخبر بها',
      likes: 'الفصول التي أعجبتك',
      settings: 'إعدادات القراءة',
      inbox: 'إشعاراتك وما تريد تلقيه منها',
      ledger: 'ما أُضيف إلى عضويتك وما سُحب منها',
      coupons: 'القسائم التي استخدمتها',
      imported: 'عضويتك السابقة في موقع آخر وموعد انتهائها',
      orders: 'طلباتك؛ المبالغ بأصغر وحدة للعملة',
      consents: 'الوثائق التي وافقتَ عليها',
      trial: 'الأيام المجانية التي بدأ بها حسابك وحملتها',
      came_from: 'من أين أتيت عند التسجيل والشراء كما أخبر متصفحك',
      books: 'عناوين الكتب المذكورة في الملفات الأخرى',
    },
  },
};

/** The text that explains an export to its user, in their language. */
export function readmeOf(given: { language: Language; siteName: string; at: Date; files: readonly string[] }): string {
  const { language, siteName, at, files } = given;
  const { begins, files: known } = words[language];
  const date = new Intl.DateTimeFormat(languageTags[language], { dateStyle: 'long', timeZone: 'UTC' }).format(at);
  const lines = files.map((name) => (known[name] ? `${name}.json: ${known[name]}` : `${name}.json`));
  return `${begins({ siteName, date })}\n\n${lines.join('\n')}\n`;
}
