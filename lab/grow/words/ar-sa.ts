import { type Draw, pick } from '../chance.ts';
import type { Lexicon } from './lexicon.ts';

const list = (text: string) => text.trim().split(/\s+/);

const things = list(`
  ملك أميرة ليلة سر قمر سيف فارس قلب ظل مدينة حديقة ساحر نجمة بحر تنين صحراء قصر رحلة أسرار حارس طبيب صياد جزيرة منارة
  خياط خباز مكتبة واحة قافلة بوصلة عود فانوس زنبقة غزالة شاهين ضفدع ثعلب خزّاف`);
const places = list(`
  الليل الصحراء بغداد القمر الأحلام الظلال البحر دمشق النار الشتاء القدر الذهب الغابة الرياح القاهرة الأندلس الزجاج
  الياسمين سمرقند غرناطة الضباب الرماد صنعاء قرطبة الزمرد ظفار`);
const kinds = list(`الأخير الضائع الخفي القديم العظيم الأسود الصامت الغريب المنسي الحزين الأول الأزرق السابع المسحور`);
const names = list(`محمد ليلى سارة يوسف نور خالد مريم سلمى زين هند طارق رنا شهرزاد جهاد غادة ضياء ثريا قتيبة`);
const surnames = list(
  `الأحمد الحسن العلي المصري الشامي البغدادي النجار الحداد الخطيب الأندلسي القرطبي الظاهري الغزالي`,
);
const turns = [
  'يكتشف سرا قديما',
  'يعود عشر سنوات إلى الماضي',
  'يفقد كل شيء في ليلة واحدة',
  'يبحث عن أخيه الضائع',
  'يرث متجرا غريبا في السوق القديم',
  'يتعلم لغة الطيور',
  'يوقع عهدا مع الجن',
  'يحل لغزا عمره مئة عام',
];

const name = (draw: Draw) => `${pick(names, draw)} ${pick(surnames, draw)}`;

const titles: readonly ((draw: Draw) => string)[] = [
  (draw) => `${pick(things, draw)} ${pick(places, draw)}`,
  (draw) => `ال${pick(things, draw)} ${pick(kinds, draw)}`,
  (draw) => `${pick(things, draw)} ${pick(places, draw)} و${pick(things, draw)} ${pick(places, draw)}`,
  (draw) => `حكاية ${name(draw)}`,
  (draw) => `${pick(names, draw)} في ${pick(places, draw)}`,
];

export const arabic: Lexicon = {
  title: (draw) => pick(titles, draw)(draw),
  author: name,
  sentence: (draw) =>
    `${draw() < 0.6 ? name(draw) : `${pick(things, draw)} ${pick(places, draw)}`} ${pick(turns, draw)}.`,
  chapter: (number, draw) => `الفصل ${number}: ${pick(things, draw)} ${pick(places, draw)}`,
  space: ' ',
};
