import { words } from './words.ts';

/** Titles, introductions and chapter titles of the drawn books; the drawings themselves speak no language. */
export const redUmbrella = {
  title: words('红伞', 'The Red Umbrella', 'Le Parapluie rouge', 'El paraguas rojo', 'المظلّة الحمراء'),
  introduction: words(
    '雨下了整整一个月。路灯下，一把没有主人的红伞等了三夜。侦探老岑从不接没有委托人的案子，这一次，他破了例。一部没有一句台词的黑色漫画。',
    'It has rained for a month. Under the street lamp a red umbrella has been waiting three nights for nobody. Detective Cen never takes a case without a client; this time he makes an exception. A noir without a single word.',
    'Il pleut depuis un mois. Sous le réverbère, un parapluie rouge attend depuis trois nuits, et n’attend personne. L’inspecteur Cen n’accepte jamais d’affaire sans client ; cette fois, il fait une exception. Un polar sans un mot.',
    'Llueve desde hace un mes. Bajo la farola, un paraguas rojo lleva tres noches esperando a nadie. El detective Cen nunca acepta un caso sin cliente; esta vez hace una excepción. Una historia negra sin una sola palabra.',
    'المطر لا يتوقّف منذ شهر، وتحت عمود النور مظلّة حمراء تنتظر منذ ثلاث ليالٍ ولا أحد يأتي. المحقّق تسن لا يقبل قضيّة بلا موكِّل، لكنه هذه المرّة يستثني. حكاية سوداء بلا كلمة واحدة.',
  ),
  chapters: [
    words('第三夜', 'The Third Night', 'La troisième nuit', 'La tercera noche', 'الليلة الثالثة'),
    words('霓虹巷', 'Neon Alley', 'La ruelle aux néons', 'El callejón de neón', 'زقاق النيون'),
    words('屋顶上', 'Rooftops', 'Sur les toits', 'Por los tejados', 'فوق السطوح'),
    words('一碗热面', 'A Hot Bowl', 'Un bol bien chaud', 'Un cuenco caliente', 'وعاء ساخن'),
    words('末班电车', 'The Last Tram', 'Le dernier tramway', 'El último tranvía', 'الترام الأخير'),
  ],
};

export const cloudCrane = {
  title: words(
    '云上鹤',
    'Crane Above the Clouds',
    'La Grue et les nuages',
    'La grulla sobre las nubes',
    'كركيّ فوق السحاب',
  ),
  introduction: words(
    '送信的少女在松林里解开了一只鹤脚上的红线。山路、断桥、仇家，还有一次从山顶到湖面的坠落——有人记着这份情。剪纸层叠而成的武侠故事。',
    'A young courier frees a crane from a red thread. Ahead of her lie a mountain, a bridge, an old enemy, and one very long fall; somebody will remember her kindness. A wuxia tale in layers of cut paper.',
    'Une jeune messagère délivre une grue prise dans un fil rouge. Devant elle, une montagne, un pont, un vieil ennemi et une très longue chute ; quelqu’un se souviendra de sa bonté. Un récit de wuxia en papiers découpés.',
    'Una joven mensajera libra a una grulla de un hilo rojo. La esperan una montaña, un puente, un viejo enemigo y una caída muy larga; alguien recordará su bondad. Un cuento de wuxia en capas de papel recortado.',
    'ساعية بريد شابّة تحرّر كركيًّا من خيط أحمر. أمامها جبل وجسر وعدوّ قديم وسقطة طويلة جدًّا، وهناك من سيذكر جميلها. حكاية فرسان من طبقات الورق المقصوص.',
  ),
  chapters: [
    words('松门', 'The Pine Gate', 'La porte des pins', 'La puerta de los pinos', 'بوّابة الصنوبر'),
    words('红线', 'The Red Thread', 'Le fil rouge', 'El hilo rojo', 'الخيط الأحمر'),
    words('断桥', 'The Broken Bridge', 'Le pont rompu', 'El puente roto', 'الجسر المقطوع'),
    words('坠', 'The Fall', 'La chute', 'La caída', 'السقوط'),
    words('灯与晨', 'Lanterns, and Morning', 'Lanternes, puis matin', 'Faroles y mañana', 'فوانيس ثم صباح'),
  ],
};

export const orbitGarden = {
  title: words('轨道园丁', 'The Orbit Gardener', 'La Jardinière en orbite', 'La jardinera en órbita', 'بستانيّة المدار'),
  introduction: words(
    '一粒种子，一位园丁，一只水壶模样的机器人，还有一颗什么也不长的小行星。十二个安静的短章，讲怎样让一朵花在宇宙里开。',
    'One seed, one gardener, one robot built like a kettle, and an asteroid where nothing grows. Twelve quiet chapters on how to make a flower open in space.',
    'Une graine, une jardinière, un robot en forme de bouilloire et un astéroïde où rien ne pousse. Douze chapitres tranquilles pour faire éclore une fleur dans l’espace.',
    'Una semilla, una jardinera, un robot con forma de tetera y un asteroide donde nada crece. Doce capítulos tranquilos sobre cómo hacer que una flor se abra en el espacio.',
    'بذرة واحدة، وبستانيّة واحدة، وروبوت على هيئة غلّاية، وكويكب لا ينبت فيه شيء. اثنا عشر فصلًا هادئًا عن زهرة تتفتّح في الفضاء.',
  ),
  chapters: [
    words('抵达', 'Arrival', 'L’arrivée', 'La llegada', 'الوصول'),
    words('一粒种子', 'One Seed', 'Une graine', 'Una semilla', 'بذرة'),
    words('没有水', 'No Water', 'Pas d’eau', 'Sin agua', 'لا ماء'),
    words('捕彗星的人', 'The Comet Catcher', 'La pêcheuse de comètes', 'La cazadora de cometas', 'صائدة المذنّب'),
    words('发芽', 'A Sprout', 'La pousse', 'El brote', 'النبتة'),
    words('石头雨', 'A Rain of Stones', 'Pluie de pierres', 'Lluvia de piedras', 'مطر من حجارة'),
    words('裂缝', 'The Crack', 'La fêlure', 'La grieta', 'الشرخ'),
    words('借给你的光', 'A Light to Lend', 'Une lumière à prêter', 'Una luz prestada', 'ضوء مُعار'),
    words('长夜', 'The Long Night', 'La longue nuit', 'La noche larga', 'الليل الطويل'),
    words('花开', 'In Bloom', 'L’éclosion', 'En flor', 'الإزهار'),
    words(
      '风没有，种子有',
      'No Wind, but Seeds',
      'Pas de vent, mais des graines',
      'Sin viento, con semillas',
      'لا ريح، بل بذور',
    ),
    words('花园环', 'The Garden Ring', 'L’anneau des jardins', 'El anillo de jardines', 'حلقة البساتين'),
  ],
};

export const paperPlane = {
  title: words('纸飞机', 'Window to Window', 'De fenêtre en fenêtre', 'De ventana en ventana', 'من نافذة إلى نافذة'),
  introduction: words(
    '一封折成纸飞机的信，从一扇窗飞到另一扇窗。每个捡到它的人添上一道颜色，再把它放飞。全城都是等距视角，谁都没有背对着谁。',
    'A letter folded into a plane flies from one window to the next. Whoever catches it adds a stripe of colour and lets it go again. A whole city in which nobody has their back to anybody.',
    'Une lettre pliée en avion vole d’une fenêtre à l’autre. Qui l’attrape y ajoute un trait de couleur et la relance. Toute une ville où personne ne tourne le dos à personne.',
    'Una carta plegada en forma de avión vuela de una ventana a otra. Quien la atrapa le añade una franja de color y la suelta de nuevo. Toda una ciudad en la que nadie da la espalda a nadie.',
    'رسالة طُويت طائرةً تطير من نافذة إلى نافذة، ومن يلتقطها يزيدها خطًّا ملوّنًا ثم يطلقها من جديد. مدينة كاملة لا يدير فيها أحد ظهره لأحد.',
  ),
  chapters: [
    words('黄昏', 'Evening', 'Le soir', 'El atardecer', 'المساء'),
    words('正午', 'Noon', 'Midi', 'El mediodía', 'الظهيرة'),
    words('午夜', 'Midnight', 'Minuit', 'La medianoche', 'منتصف الليل'),
  ],
};

export const lanternWhale = {
  title: words('提灯鲸', 'The Lantern Whale', 'La Baleine à la lanterne', 'La ballena del farol', 'حوت الفانوس'),
  introduction: words(
    '渔家女阿浪被风暴卷入深海，海底有一盏灯向她靠近。它背上驮着鸟居与松林，眼里映着她的小船。浮世绘风格，从右往左读。',
    'A storm drags the fisher girl Nami into the deep, and a light comes to meet her. It carries a shrine and pines upon its back, and her own small boat in its eye. A story in the manner of woodblock prints.',
    'La tempête entraîne Nami, fille de pêcheurs, vers les grands fonds ; une lumière vient à sa rencontre. Elle porte un sanctuaire et des pins sur le dos, et une petite barque dans l’œil. Un récit à la manière des estampes.',
    'Una tormenta arrastra a la pescadora Nami a las profundidades, y una luz sale a su encuentro. Lleva a cuestas un santuario y unos pinos, y en el ojo, su propia barca. Un relato al modo de las estampas japonesas.',
    'تجرف العاصفة الصيّادة نامي إلى الأعماق، فيأتي للقائها ضوء يحمل على ظهره معبدًا وصنوبرًا، وفي عينه قاربها الصغير. حكاية على طريقة الطباعة اليابانية بالخشب.',
  ),
  chapters: [
    words('风平浪静', 'Calm Water', 'Eau calme', 'Agua en calma', 'ماء ساكن'),
    words('巨浪', 'The Wave', 'La vague', 'La ola', 'الموجة'),
    words('海底的灯', 'A Lamp Below', 'Une lampe au fond', 'Una lámpara en el fondo', 'مصباح في القاع'),
    words(
      '背上的神社',
      'The Shrine on Its Back',
      'Le sanctuaire sur son dos',
      'El santuario a cuestas',
      'المعبد على ظهره',
    ),
    words(
      '万盏归舟',
      'Ten Thousand Lights Home',
      'Dix mille lumières au retour',
      'Diez mil luces de vuelta',
      'عشرة آلاف ضوء للعودة',
    ),
  ],
};

const dwellers = [
  words('史莱姆', 'the Slime', 'la gelée', 'el limo', 'الهلام'),
  words('蝙蝠', 'the Bat', 'la chauve-souris', 'el murciélago', 'الخفّاش'),
  words('骷髅', 'the Skeleton', 'le squelette', 'el esqueleto', 'الهيكل العظمي'),
  words('幽灵', 'the Ghost', 'le fantôme', 'el fantasma', 'الشبح'),
  words('蘑菇', 'the Mushroom', 'le champignon', 'la seta', 'الفطر'),
  words('蜘蛛', 'the Spider', 'l’araignée', 'la araña', 'العنكبوت'),
  words('宝箱怪', 'the Hungry Chest', 'le coffre affamé', 'el cofre hambriento', 'الصندوق الجائع'),
  words('蛙', 'the Frog', 'la grenouille', 'la rana', 'الضفدع'),
  words('蜗牛', 'the Snail', 'l’escargot', 'el caracol', 'الحلزون'),
  words('小鬼', 'the Imp', 'le diablotin', 'el diablillo', 'العفريت الصغير'),
];
const cousins = words('的表亲', 'Cousin of ', 'Cousinage : ', 'Parientes: ', 'قريب ');

export const bellKnight = {
  title: words(
    '摇铃骑士',
    'The Knight Who Rang',
    'Le Chevalier à la clochette',
    'El caballero de la campanilla',
    'الفارس ذو الجرس',
  ),
  introduction: words(
    '别的骑士带剑，他带了一只铃铛。地下城二十层，每层住着一个怪物；铃声响过之后，每一层都少了一个怪物，多了一个朋友。像素漫画，翻页阅读。',
    'Other knights bring a sword; this one brought a bell. The dungeon has twenty floors and a monster on each. When the bell has rung there is one monster fewer, and one friend more. A comic in pixels, read page by page.',
    'Les autres chevaliers prennent une épée ; lui, une clochette. Le donjon a vingt étages et un monstre par étage. Quand la clochette a sonné, il y a un monstre de moins et un ami de plus. Une bande dessinée en pixels, à lire page à page.',
    'Otros caballeros llevan espada; este llevó una campanilla. La mazmorra tiene veinte pisos y un monstruo en cada uno. Cuando suena, hay un monstruo menos y un amigo más. Un cómic de píxeles para leer página a página.',
    'يحمل الفرسان سيوفًا، أمّا هو فحمل جرسًا. في القبو عشرون طابقًا وفي كل طابق وحش، وكلّما رنّ الجرس نقص وحش وزاد صديق. قصّة مصوّرة بالبكسل تُقرأ صفحةً صفحة.',
  ),
  chapters: Array.from({ length: 20 }, (_, floor) => {
    const who = dwellers[floor % 10] ?? dwellers[0];
    if (floor === 19)
      return words(
        '最后一层：龙',
        'The Last Floor: the Dragon',
        'Dernier étage : le dragon',
        'Último piso: el dragón',
        'الطابق الأخير: التنّين',
      );
    if (floor < 10)
      return words(
        `地下${floor + 1}层：${who?.['zh-cn']}`,
        `Floor ${floor + 1}: ${who?.['en-us']}`,
        `Étage ${floor + 1} : ${who?.['fr-fr']}`,
        `Piso ${floor + 1}: ${who?.['es-es']}`,
        `الطابق ${floor + 1}: ${who?.['ar-sa']}`,
      );
    return words(
      `地下${floor + 1}层：${who?.['zh-cn']}${cousins['zh-cn']}`,
      `Floor ${floor + 1}: ${cousins['en-us']}${who?.['en-us']}`,
      `Étage ${floor + 1} : ${who?.['fr-fr']}, côté cousins`,
      `Piso ${floor + 1}: ${who?.['es-es']}, rama familiar`,
      `الطابق ${floor + 1}: ${cousins['ar-sa']}${who?.['ar-sa']}`,
    );
  }),
};

export const lastLight = {
  title: words('最后一盏灯', 'The Last Lamp', 'La Dernière Lampe', 'La última lámpara', 'المصباح الأخير'),
  introduction: words(
    '城市早已沉默，只剩一盏会走路的路灯。它的电快用完了，而石缝里长出了一株苗。一篇晒蓝工艺的短篇，一口气读完。',
    'The city has long been silent; one street lamp still walks in it. Its charge is running out, and in a crack of the stone something has begun to grow. A short story in blueprint blue, to be read in one breath.',
    'La ville s’est tue depuis longtemps ; un seul réverbère y marche encore. Sa charge s’épuise, et dans une fente de la pierre quelque chose s’est mis à pousser. Une nouvelle en cyanotype, à lire d’un souffle.',
    'La ciudad calló hace mucho; por ella anda todavía una farola. Se le acaba la carga, y en una grieta de la piedra algo ha empezado a crecer. Un cuento en cianotipia, para leer de un tirón.',
    'صمتت المدينة منذ زمن طويل ولم يبقَ فيها إلا عمود نور يمشي. شحنته تنفد، وفي شقّ الحجر بدأ شيء ينمو. قصّة قصيرة بزرقة الطباعة الشمسية تُقرأ في نَفَس واحد.',
  ),
  chapters: [words('全篇', 'The Whole Story', 'L’histoire entière', 'La historia entera', 'الحكاية كاملة')],
};
