import type { Words } from '../types.ts';

export const title = {
  'zh-cn': '麻薯的每一天',
  'en-us': 'Mochi, Every Day',
  'fr-fr': 'Mochi, chaque jour',
  'es-es': 'Mochi, todos los días',
  'ar-sa': 'موتشي كلّ يوم',
};
export const introduction = {
  'zh-cn': '一只叫麻薯的猫，一个戴圆眼镜的人，每天四格。没有大事发生，除非你把纸箱算作大事。',
  'en-us':
    'A cat called Mochi, a human with round glasses, four panels a day. Nothing much happens, unless a cardboard box counts as much.',
  'fr-fr':
    'Une chatte nommée Mochi, une humaine à lunettes rondes, quatre cases par jour. Il ne se passe pas grand-chose, sauf si un carton compte pour quelque chose.',
  'es-es':
    'Una gata llamada Mochi, una humana de gafas redondas, cuatro viñetas al día. No pasa gran cosa, salvo que una caja de cartón sea gran cosa.',
  'ar-sa':
    'قطّة اسمها موتشي، وصاحبتها ذات النظّارة المستديرة، وأربعة مشاهد كلّ يوم. لا يحدث شيء يُذكر، إلا إن عددتَ صندوق الكرتون شيئًا يُذكر.',
};

/** The names of each opening and each mischief; the keys are those of the drawn panels. */
export const openings: Record<string, Words> = {
  sun: { 'zh-cn': '晴天', 'en-us': 'Sun', 'fr-fr': 'Soleil', 'es-es': 'Sol', 'ar-sa': 'شمس' },
  rain: { 'zh-cn': '雨天', 'en-us': 'Rain', 'fr-fr': 'Pluie', 'es-es': 'Lluvia', 'ar-sa': 'مطر' },
  snow: { 'zh-cn': '雪天', 'en-us': 'Snow', 'fr-fr': 'Neige', 'es-es': 'Nieve', 'ar-sa': 'ثلج' },
  bloom: { 'zh-cn': '花季', 'en-us': 'Blossom', 'fr-fr': 'Floraison', 'es-es': 'Flores', 'ar-sa': 'أزهار' },
  breakfast: { 'zh-cn': '早餐', 'en-us': 'Breakfast', 'fr-fr': 'Petit déjeuner', 'es-es': 'Desayuno', 'ar-sa': 'فطور' },
  laundry: {
    'zh-cn': '洗衣日',
    'en-us': 'Laundry day',
    'fr-fr': 'Jour de lessive',
    'es-es': 'Día de colada',
    'ar-sa': 'يوم الغسيل',
  },
  desk: {
    'zh-cn': '加班',
    'en-us': 'Working late',
    'fr-fr': 'Heures sup',
    'es-es': 'Horas extra',
    'ar-sa': 'دوام متأخّر',
  },
  bedtime: {
    'zh-cn': '熬夜',
    'en-us': 'Bedtime',
    'fr-fr': 'Heure du coucher',
    'es-es': 'Hora de dormir',
    'ar-sa': 'وقت النوم',
  },
  bath: { 'zh-cn': '洗澡', 'en-us': 'Bath', 'fr-fr': 'Bain', 'es-es': 'Baño', 'ar-sa': 'حمّام' },
  balcony: { 'zh-cn': '阳台', 'en-us': 'Balcony', 'fr-fr': 'Balcon', 'es-es': 'Balcón', 'ar-sa': 'شرفة' },
  parcel: { 'zh-cn': '快递', 'en-us': 'A parcel', 'fr-fr': 'Un colis', 'es-es': 'Un paquete', 'ar-sa': 'طرد' },
  sofa: { 'zh-cn': '周末', 'en-us': 'Weekend', 'fr-fr': 'Week-end', 'es-es': 'Fin de semana', 'ar-sa': 'عطلة' },
  storm: { 'zh-cn': '打雷', 'en-us': 'Thunder', 'fr-fr': 'Orage', 'es-es': 'Tormenta', 'ar-sa': 'رعد' },
};

export const actions: Record<string, Words> = {
  box: { 'zh-cn': '纸箱', 'en-us': 'a box', 'fr-fr': 'un carton', 'es-es': 'una caja', 'ar-sa': 'صندوق' },
  yarn: {
    'zh-cn': '毛线球',
    'en-us': 'a ball of yarn',
    'fr-fr': 'une pelote',
    'es-es': 'un ovillo',
    'ar-sa': 'كرة صوف',
  },
  cup: { 'zh-cn': '杯子', 'en-us': 'a cup', 'fr-fr': 'une tasse', 'es-es': 'una taza', 'ar-sa': 'فنجان' },
  fish: { 'zh-cn': '一条鱼', 'en-us': 'a fish', 'fr-fr': 'un poisson', 'es-es': 'un pez', 'ar-sa': 'سمكة' },
  bird: { 'zh-cn': '小鸟', 'en-us': 'a bird', 'fr-fr': 'un oiseau', 'es-es': 'un pájaro', 'ar-sa': 'عصفور' },
  keyboard: {
    'zh-cn': '键盘',
    'en-us': 'a keyboard',
    'fr-fr': 'un clavier',
    'es-es': 'un teclado',
    'ar-sa': 'لوحة مفاتيح',
  },
  plant: { 'zh-cn': '盆栽', 'en-us': 'a plant', 'fr-fr': 'une plante', 'es-es': 'una planta', 'ar-sa': 'نبتة' },
  bag: { 'zh-cn': '手提袋', 'en-us': 'a bag', 'fr-fr': 'un sac', 'es-es': 'una bolsa', 'ar-sa': 'حقيبة' },
  mirror: { 'zh-cn': '镜子', 'en-us': 'a mirror', 'fr-fr': 'un miroir', 'es-es': 'un espejo', 'ar-sa': 'مرآة' },
  vacuum: { 'zh-cn': '扫地机', 'en-us': 'a robot', 'fr-fr': 'un robot', 'es-es': 'un robot', 'ar-sa': 'روبوت' },
  butterfly: {
    'zh-cn': '蝴蝶',
    'en-us': 'a butterfly',
    'fr-fr': 'un papillon',
    'es-es': 'una mariposa',
    'ar-sa': 'فراشة',
  },
  paper: {
    'zh-cn': '卷纸',
    'en-us': 'a roll of paper',
    'fr-fr': 'un rouleau de papier',
    'es-es': 'un rollo de papel',
    'ar-sa': 'لفّة ورق',
  },
  curtain: { 'zh-cn': '窗帘', 'en-us': 'a curtain', 'fr-fr': 'un rideau', 'es-es': 'una cortina', 'ar-sa': 'ستارة' },
  blanket: {
    'zh-cn': '毯子',
    'en-us': 'a blanket',
    'fr-fr': 'une couverture',
    'es-es': 'una manta',
    'ar-sa': 'بطّانية',
  },
  shoe: { 'zh-cn': '鞋', 'en-us': 'a shoe', 'fr-fr': 'une chaussure', 'es-es': 'un zapato', 'ar-sa': 'حذاء' },
  tree: { 'zh-cn': '圣诞树', 'en-us': 'a tree', 'fr-fr': 'un sapin', 'es-es': 'un árbol', 'ar-sa': 'شجرة' },
  umbrella: {
    'zh-cn': '雨伞',
    'en-us': 'an umbrella',
    'fr-fr': 'un parapluie',
    'es-es': 'un paraguas',
    'ar-sa': 'مظلّة',
  },
  scale: { 'zh-cn': '体重秤', 'en-us': 'a scale', 'fr-fr': 'une balance', 'es-es': 'una báscula', 'ar-sa': 'ميزان' },
  book: { 'zh-cn': '一本书', 'en-us': 'a book', 'fr-fr': 'un livre', 'es-es': 'un libro', 'ar-sa': 'كتاب' },
  race: { 'zh-cn': '半夜狂奔', 'en-us': 'a sudden run', 'fr-fr': 'un sprint', 'es-es': 'una carrera', 'ar-sa': 'ركضة' },
};

/** The title of a day; from the second time on that the same two meet, it says so. */
export function dayTitle(opening: Words, action: Words, again: number): Words {
  const more = again > 0;
  return {
    'zh-cn': `${opening['zh-cn']}与${action['zh-cn']}${more ? '，又一次' : ''}`,
    'en-us': `${opening['en-us']}, and ${action['en-us']}${more ? ', again' : ''}`,
    'fr-fr': `${opening['fr-fr']}, et ${action['fr-fr']}${more ? ', encore' : ''}`,
    'es-es': `${opening['es-es']}, y ${action['es-es']}${more ? ', otra vez' : ''}`,
    'ar-sa': `${opening['ar-sa']} و${action['ar-sa']}${more ? ' مرّة أخرى' : ''}`,
  };
}
