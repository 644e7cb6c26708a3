import { writeAmount } from '../../../shared/currencies.ts';
import { directionOf, type Language, languageTags } from '../../../shared/languages.ts';
import { nameOfPlan, type PlanName } from '../../../shared/plans.ts';
import type { Seller } from '../../../shared/site-settings.ts';
import { escapeMarkup } from '../../../shared/text.ts';

/** The words of the confirmation, which is kept as it was given. */
interface Words {
  title: string;
  declares: string;
  number: string;
  at: string;
  order: string;
  orderedAt: string;
  item: string;
  price: string;
  buyer: string;
  to: string;
  kept: string;
}

const words: Readonly<Record<Language, Words>> = {
  'en-us': {
    title: 'Withdrawal from a purchase',
    declares: 'The buyer has withdrawn from the purchase below. The seller has received this declaration.',
    number: 'Number of the withdrawal',
    at: 'Received',
    order: 'Order number',
    orderedAt: 'Ordered',
    item: 'Item',
    price: 'Price',
    buyer: 'Buyer',
    to: 'Seller',
    kept: 'Keep this file: it confirms the withdrawal. Its SHA-256 is shown beside the order.',
  },
  'zh-cn': {
    title: '撤销购买',
    declares: '购买者已撤销以下购买，卖方已收到此声明。',
    number: '撤销编号',
    at: '收到时间',
    order: '订单号',
    orderedAt: '下单时间',
    item: '项目',
    price: '价格',
    buyer: '购买者',
    to: '卖方',
    kept: '请保存此文件，它是撤销购买的确认。其 SHA-256 显示在订单旁。',
  },
  'fr-fr': {
    title: 'Rétractation d’un achat',
    declares: 'L’acheteur s’est rétracté de l’achat ci-dessous. Le vendeur a reçu cette déclaration.',
    number: 'Numéro de la rétractation',
    at: 'Reçue le',
    order: 'Numéro de commande',
    orderedAt: 'Commandé le',
    item: 'Article',
    price: 'Prix',
    buyer: 'Acheteur',
    to: 'Vendeur',
    kept: 'Conservez ce fichier\u00a0: il confirme la rétractation. Son SHA-256 est affiché à côté de la commande.',
  },
  'es-es': {
    title: 'Desistimiento de una compra',
    declares: 'El comprador ha desistido de la compra siguiente. El vendedor ha recibido esta declaración.',
    number: 'Número del desistimiento',
    at: 'Recibido',
    order: 'Número de pedido',
    orderedAt: 'Pedido el',
    item: 'Artículo',
    price: 'Precio',
    buyer: 'Comprador',
    to: 'Vendedor',
    kept: 'Guarda este archivo: confirma el desistimiento. Su SHA-256 aparece junto al pedido.',
  },
  'ar-sa': {
    title: 'العدول عن الشراء',
    declares: 'عدل المشتري عن الشراء المذكور أدناه، وتسلّم البائع هذا الإقرار.',
    number: 'رقم العدول',
    at: 'وقت الاستلام',
    order: 'رقم الطلب',
    orderedAt: 'وقت الطلب',
    item: 'البند',
    price: 'السعر',
    buyer: 'المشتري',
    to: 'البائع',
    kept: 'احتفظ بهذا الملف، فهو يؤكد العدول. وتظهر قيمة SHA-256 الخاصة به بجانب الطلب.',
  },
};

/** What a confirmation tells. */
export interface Withdrawn {
  number: string;
  at: Date;
  orderId: string;
  orderedAt: Date;
  plan: PlanName;
  amountMinor: number;
  currency: string;
  username: string;
  siteName: string;
  seller: Seller;
}

/** The confirmation of a withdrawal as a page of its own, which needs nothing else. */
export function confirmationOf(withdrawn: Withdrawn, language: Language): string {
  const told = words[language];
  const { seller } = withdrawn;
  const when = (at: Date) =>
    new Intl.DateTimeFormat(languageTags[language], {
      ...{ dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC', calendar: 'gregory' },
    }).format(at);
  const sellers = [seller.name ?? withdrawn.siteName, seller.form, seller.address, seller.email, seller.phone];
  const rows = [
    [told.number, withdrawn.number],
    [told.at, when(withdrawn.at)],
    [told.order, withdrawn.orderId],
    [told.orderedAt, when(withdrawn.orderedAt)],
    [told.item, nameOfPlan(withdrawn.plan, language)],
    [told.price, writeAmount(withdrawn.amountMinor, withdrawn.currency)],
    [told.buyer, withdrawn.username],
    [told.to, sellers.filter((line) => line !== null).join('\n')],
  ];
  const lines = rows.map(([name = '', value = '']) => {
    const shown = escapeMarkup(value).replaceAll('\n', '<br>');
    return `<dt>${escapeMarkup(name)}</dt><dd dir="auto">${shown}</dd>`;
  });
  return `<!doctype html>
<html lang="${languageTags[language]}" dir="${directionOf(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(`${told.title} · ${withdrawn.number}`)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem}dt{color:#666}dd{margin:0 0 .75rem}</style>
<h1>${escapeMarkup(told.title)}</h1>
<p>${escapeMarkup(told.declares)}</p>
<dl>
${lines.join('\n')}
</dl>
<p>${escapeMarkup(told.kept)}</p>
</html>
`;
}
