import type { Words } from '../types.ts';
import { words } from './words.ts';

export const title = words(
  '麻薯的每一天',
  'Mochi, Every Day',
  'Mochi, chaque jour',
  'Mochi, todos los días',
  'موتشي كلّ يوم',
);
export const introduction = words(
  '一只叫麻薯的猫，一个戴圆眼镜的人，每天四格。没有大事发生，除非你把纸箱算作大事。',
  'A cat called Mochi, a human with round glasses, four panels a day. Nothing much happens, unless a cardboard box counts as much.',
  'Une chatte nommée Mochi, une humaine à lunettes rondes, quatre cases par jour. Il ne se passe pas grand-chose, sauf si un carton compte pour quelque chose.',
  'Una gata llamada Mochi, una humana de gafas redondas, cuatro viñetas al día. No pasa gran cosa, salvo que una caja de cartón sea gran cosa.',
  'قطّة اسمها موتشي، وصاحبتها ذات النظّارة المستديرة، وأربعة مشاهد كلّ يوم. لا يحدث شيء يُذكر، إلا إن عددتَ صندوق الكرتون شيئًا يُذكر.',
);

/** What each opening and each mischief is called; the keys are those of the drawn panels. */
export const openings: Record<string, Words> = {
  sun: words('晴天', 'Sun', 'Soleil', 'Sol', 'شمس'),
  rain: words('雨天', 'Rain', 'Pluie', 'Lluvia', 'مطر'),
  snow: words('雪天', 'Snow', 'Neige', 'Nieve', 'ثلج'),
  bloom: words('花季', 'Blossom', 'Floraison', 'Flores', 'أزهار'),
  breakfast: words('早餐', 'Breakfast', 'Petit déjeuner', 'Desayuno', 'فطور'),
  laundry: words('洗衣日', 'Laundry day', 'Jour de lessive', 'Día de colada', 'يوم الغسيل'),
  desk: words('加班', 'Working late', 'Heures sup', 'Horas extra', 'دوام متأخّر'),
  bedtime: words('熬夜', 'Bedtime', 'Heure du coucher', 'Hora de dormir', 'وقت النوم'),
  bath: words('洗澡', 'Bath', 'Bain', 'Baño', 'حمّام'),
  balcony: words('阳台', 'Balcony', 'Balcon', 'Balcón', 'شرفة'),
  parcel: words('快递', 'A parcel', 'Un colis', 'Un paquete', 'طرد'),
  sofa: words('周末', 'Weekend', 'Week-end', 'Fin de semana', 'عطلة'),
  storm: words('打雷', 'Thunder', 'Orage', 'Tormenta', 'رعد'),
};

export const actions: Record<string, Words> = {
  box: words('纸箱', 'a box', 'un carton', 'una caja', 'صندوق'),
  yarn: words('毛线球', 'a ball of yarn', 'une pelote', 'un ovillo', 'كرة صوف'),
  cup: words('杯子', 'a cup', 'une tasse', 'una taza', 'فنجان'),
  fish: words('一条鱼', 'a fish', 'un poisson', 'un pez', 'سمكة'),
  bird: words('小鸟', 'a bird', 'un oiseau', 'un pájaro', 'عصفور'),
  keyboard: words('键盘', 'a keyboard', 'un clavier', 'un teclado', 'لوحة مفاتيح'),
  plant: words('盆栽', 'a plant', 'une plante', 'una planta', 'نبتة'),
  bag: words('手提袋', 'a bag', 'un sac', 'una bolsa', 'حقيبة'),
  mirror: words('镜子', 'a mirror', 'un miroir', 'un espejo', 'مرآة'),
  vacuum: words('扫地机', 'a robot', 'un robot', 'un robot', 'روبوت'),
  butterfly: words('蝴蝶', 'a butterfly', 'un papillon', 'una mariposa', 'فراشة'),
  paper: words('卷纸', 'a roll of paper', 'un rouleau de papier', 'un rollo de papel', 'لفّة ورق'),
  curtain: words('窗帘', 'a curtain', 'un rideau', 'una cortina', 'ستارة'),
  blanket: words('毯子', 'a blanket', 'une couverture', 'una manta', 'بطّانية'),
  shoe: words('鞋', 'a shoe', 'une chaussure', 'un zapato', 'حذاء'),
  tree: words('圣诞树', 'a tree', 'un sapin', 'un árbol', 'شجرة'),
  umbrella: words('雨伞', 'an umbrella', 'un parapluie', 'un paraguas', 'مظلّة'),
  scale: words('体重秤', 'a scale', 'une balance', 'una báscula', 'ميزان'),
  book: words('一本书', 'a book', 'un livre', 'un libro', 'كتاب'),
  race: words('半夜狂奔', 'a sudden run', 'un sprint', 'una carrera', 'ركضة'),
};

/** The title of a day; from the second time on that the same two meet, it says so. */
export function dayTitle(opening: Words, action: Words, again: number): Words {
  const more = again > 0;
  return words(
    `${opening['zh-cn']}与${action['zh-cn']}${more ? '，又一次' : ''}`,
    `${opening['en-us']}, and ${action['en-us']}${more ? ', again' : ''}`,
    `${opening['fr-fr']}, et ${action['fr-fr']}${more ? ', encore' : ''}`,
    `${opening['es-es']}, y ${action['es-es']}${more ? ', otra vez' : ''}`,
    `${opening['ar-sa']} و${action['ar-sa']}${more ? ' مرّة أخرى' : ''}`,
  );
}
