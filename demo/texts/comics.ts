/** Titles, introductions and chapter titles of the drawn books; the drawings themselves speak no language. */
export const redUmbrella = {
  title: {
    'zh-cn': '红伞',
    'en-us': 'The Red Umbrella',
    'fr-fr': 'Le Parapluie rouge',
    'es-es': 'El paraguas rojo',
    'ar-sa': 'المظلّة الحمراء',
  },
  introduction: {
    'zh-cn':
      '雨下了整整一个月。路灯下，一把没有主人的红伞等了三夜。侦探老岑从不接没有委托人的案子，这一次，他破了例。一部没有一句台词的黑色漫画。',
    'en-us':
      'It has rained for a month. Under the street lamp a red umbrella has been waiting three nights for nobody. Detective Cen never takes a case without a client; this time he makes an exception. A noir without a single word.',
    'fr-fr':
      'Il pleut depuis un mois. Sous le réverbère, un parapluie rouge attend depuis trois nuits, et n’attend personne. L’inspecteur Cen n’accepte jamais d’affaire sans client ; cette fois, il fait une exception. Un polar sans un mot.',
    'es-es':
      'Llueve desde hace un mes. Bajo la farola, un paraguas rojo lleva tres noches esperando a nadie. El detective Cen nunca acepta un caso sin cliente; esta vez hace una excepción. Una historia negra sin una sola palabra.',
    'ar-sa':
      'المطر لا يتوقّف منذ شهر، وتحت عمود النور مظلّة حمراء تنتظر منذ ثلاث ليالٍ ولا أحد يأتي. المحقّق تسن لا يقبل قضيّة بلا موكِّل، لكنه هذه المرّة يستثني. حكاية سوداء بلا كلمة واحدة.',
  },
  chapters: [
    {
      'zh-cn': '第三夜',
      'en-us': 'The Third Night',
      'fr-fr': 'La troisième nuit',
      'es-es': 'La tercera noche',
      'ar-sa': 'الليلة الثالثة',
    },
    {
      'zh-cn': '霓虹巷',
      'en-us': 'Neon Alley',
      'fr-fr': 'La ruelle aux néons',
      'es-es': 'El callejón de neón',
      'ar-sa': 'زقاق النيون',
    },
    {
      'zh-cn': '屋顶上',
      'en-us': 'Rooftops',
      'fr-fr': 'Sur les toits',
      'es-es': 'Por los tejados',
      'ar-sa': 'فوق السطوح',
    },
    {
      'zh-cn': '一碗热面',
      'en-us': 'A Hot Bowl',
      'fr-fr': 'Un bol bien chaud',
      'es-es': 'Un cuenco caliente',
      'ar-sa': 'وعاء ساخن',
    },
    {
      'zh-cn': '末班电车',
      'en-us': 'The Last Tram',
      'fr-fr': 'Le dernier tramway',
      'es-es': 'El último tranvía',
      'ar-sa': 'الترام الأخير',
    },
  ],
};

export const cloudCrane = {
  title: {
    'zh-cn': '云上鹤',
    'en-us': 'Crane Above the Clouds',
    'fr-fr': 'La Grue et les nuages',
    'es-es': 'La grulla sobre las nubes',
    'ar-sa': 'كركيّ فوق السحاب',
  },
  introduction: {
    'zh-cn':
      '送信的少女在松林里解开了一只鹤脚上的红线。山路、断桥、仇家，还有一次从山顶到湖面的坠落——有人记着这份情。剪纸层叠而成的武侠故事。',
    'en-us':
      'A young courier frees a crane from a red thread. Ahead of her lie a mountain, a bridge, an old enemy, and one very long fall; somebody will remember her kindness. A wuxia tale in layers of cut paper.',
    'fr-fr':
      'Une jeune messagère délivre une grue prise dans un fil rouge. Devant elle, une montagne, un pont, un vieil ennemi et une très longue chute ; quelqu’un se souviendra de sa bonté. Un récit de wuxia en papiers découpés.',
    'es-es':
      'Una joven mensajera libra a una grulla de un hilo rojo. La esperan una montaña, un puente, un viejo enemigo y una caída muy larga; alguien recordará su bondad. Un cuento de wuxia en capas de papel recortado.',
    'ar-sa':
      'ساعية بريد شابّة تحرّر كركيًّا من خيط أحمر. أمامها جبل وجسر وعدوّ قديم وسقطة طويلة جدًّا، وهناك من سيذكر جميلها. حكاية فرسان من طبقات الورق المقصوص.',
  },
  chapters: [
    {
      'zh-cn': '松门',
      'en-us': 'The Pine Gate',
      'fr-fr': 'La porte des pins',
      'es-es': 'La puerta de los pinos',
      'ar-sa': 'بوّابة الصنوبر',
    },
    {
      'zh-cn': '红线',
      'en-us': 'The Red Thread',
      'fr-fr': 'Le fil rouge',
      'es-es': 'El hilo rojo',
      'ar-sa': 'الخيط الأحمر',
    },
    {
      'zh-cn': '断桥',
      'en-us': 'The Broken Bridge',
      'fr-fr': 'Le pont rompu',
      'es-es': 'El puente roto',
      'ar-sa': 'الجسر المقطوع',
    },
    { 'zh-cn': '坠', 'en-us': 'The Fall', 'fr-fr': 'La chute', 'es-es': 'La caída', 'ar-sa': 'السقوط' },
    {
      'zh-cn': '灯与晨',
      'en-us': 'Lanterns, and Morning',
      'fr-fr': 'Lanternes, puis matin',
      'es-es': 'Faroles y mañana',
      'ar-sa': 'فوانيس ثم صباح',
    },
  ],
};

export const orbitGarden = {
  title: {
    'zh-cn': '轨道园丁',
    'en-us': 'The Orbit Gardener',
    'fr-fr': 'La Jardinière en orbite',
    'es-es': 'La jardinera en órbita',
    'ar-sa': 'بستانيّة المدار',
  },
  introduction: {
    'zh-cn':
      '一粒种子，一位园丁，一只水壶模样的机器人，还有一颗什么也不长的小行星。十二个安静的短章，讲怎样让一朵花在宇宙里开。',
    'en-us':
      'One seed, one gardener, one robot built like a kettle, and an asteroid where nothing grows. Twelve quiet chapters on how to make a flower open in space.',
    'fr-fr':
      'Une graine, une jardinière, un robot en forme de bouilloire et un astéroïde où rien ne pousse. Douze chapitres tranquilles pour faire éclore une fleur dans l’espace.',
    'es-es':
      'Una semilla, una jardinera, un robot con forma de tetera y un asteroide donde nada crece. Doce capítulos tranquilos sobre cómo hacer que una flor se abra en el espacio.',
    'ar-sa':
      'بذرة واحدة، وبستانيّة واحدة، وروبوت على هيئة غلّاية، وكويكب لا ينبت فيه شيء. اثنا عشر فصلًا هادئًا عن زهرة تتفتّح في الفضاء.',
  },
  chapters: [
    { 'zh-cn': '抵达', 'en-us': 'Arrival', 'fr-fr': 'L’arrivée', 'es-es': 'La llegada', 'ar-sa': 'الوصول' },
    { 'zh-cn': '一粒种子', 'en-us': 'One Seed', 'fr-fr': 'Une graine', 'es-es': 'Una semilla', 'ar-sa': 'بذرة' },
    { 'zh-cn': '没有水', 'en-us': 'No Water', 'fr-fr': 'Pas d’eau', 'es-es': 'Sin agua', 'ar-sa': 'لا ماء' },
    {
      'zh-cn': '捕彗星的人',
      'en-us': 'The Comet Catcher',
      'fr-fr': 'La pêcheuse de comètes',
      'es-es': 'La cazadora de cometas',
      'ar-sa': 'صائدة المذنّب',
    },
    { 'zh-cn': '发芽', 'en-us': 'A Sprout', 'fr-fr': 'La pousse', 'es-es': 'El brote', 'ar-sa': 'النبتة' },
    {
      'zh-cn': '石头雨',
      'en-us': 'A Rain of Stones',
      'fr-fr': 'Pluie de pierres',
      'es-es': 'Lluvia de piedras',
      'ar-sa': 'مطر من حجارة',
    },
    { 'zh-cn': '裂缝', 'en-us': 'The Crack', 'fr-fr': 'La fêlure', 'es-es': 'La grieta', 'ar-sa': 'الشرخ' },
    {
      'zh-cn': '借给你的光',
      'en-us': 'A Light to Lend',
      'fr-fr': 'Une lumière à prêter',
      'es-es': 'Una luz prestada',
      'ar-sa': 'ضوء مُعار',
    },
    {
      'zh-cn': '长夜',
      'en-us': 'The Long Night',
      'fr-fr': 'La longue nuit',
      'es-es': 'La noche larga',
      'ar-sa': 'الليل الطويل',
    },
    { 'zh-cn': '花开', 'en-us': 'In Bloom', 'fr-fr': 'L’éclosion', 'es-es': 'En flor', 'ar-sa': 'الإزهار' },
    {
      'zh-cn': '风没有，种子有',
      'en-us': 'No Wind, but Seeds',
      'fr-fr': 'Pas de vent, mais des graines',
      'es-es': 'Sin viento, con semillas',
      'ar-sa': 'لا ريح، بل بذور',
    },
    {
      'zh-cn': '花园环',
      'en-us': 'The Garden Ring',
      'fr-fr': 'L’anneau des jardins',
      'es-es': 'El anillo de jardines',
      'ar-sa': 'حلقة البساتين',
    },
  ],
};

export const paperPlane = {
  title: {
    'zh-cn': '纸飞机',
    'en-us': 'Window to Window',
    'fr-fr': 'De fenêtre en fenêtre',
    'es-es': 'De ventana en ventana',
    'ar-sa': 'من نافذة إلى نافذة',
  },
  introduction: {
    'zh-cn':
      '一封折成纸飞机的信，从一扇窗飞到另一扇窗。每个捡到它的人添上一道颜色，再把它放飞。全城都是等距视角，谁都没有背对着谁。',
    'en-us':
      'A letter folded into a plane flies from one window to the next. Whoever catches it adds a stripe of colour and lets it go again. A whole city in which nobody has their back to anybody.',
    'fr-fr':
      'Une lettre pliée en avion vole d’une fenêtre à l’autre. Qui l’attrape y ajoute un trait de couleur et la relance. Toute une ville où personne ne tourne le dos à personne.',
    'es-es':
      'Una carta plegada en forma de avión vuela de una ventana a otra. Quien la atrapa le añade una franja de color y la suelta de nuevo. Toda una ciudad en la que nadie da la espalda a nadie.',
    'ar-sa':
      'رسالة طُويت طائرةً تطير من نافذة إلى نافذة، ومن يلتقطها يزيدها خطًّا ملوّنًا ثم يطلقها من جديد. مدينة كاملة لا يدير فيها أحد ظهره لأحد.',
  },
  chapters: [
    { 'zh-cn': '黄昏', 'en-us': 'Evening', 'fr-fr': 'Le soir', 'es-es': 'El atardecer', 'ar-sa': 'المساء' },
    { 'zh-cn': '正午', 'en-us': 'Noon', 'fr-fr': 'Midi', 'es-es': 'El mediodía', 'ar-sa': 'الظهيرة' },
    { 'zh-cn': '午夜', 'en-us': 'Midnight', 'fr-fr': 'Minuit', 'es-es': 'La medianoche', 'ar-sa': 'منتصف الليل' },
  ],
};

export const lanternWhale = {
  title: {
    'zh-cn': '提灯鲸',
    'en-us': 'The Lantern Whale',
    'fr-fr': 'La Baleine à la lanterne',
    'es-es': 'La ballena del farol',
    'ar-sa': 'حوت الفانوس',
  },
  introduction: {
    'zh-cn':
      '渔家女阿浪被风暴卷入深海，海底有一盏灯向她靠近。它背上驮着鸟居与松林，眼里映着她的小船。浮世绘风格，从右往左读。',
    'en-us':
      'A storm drags the fisher girl Nami into the deep, and a light comes to meet her. It carries a shrine and pines upon its back, and her own small boat in its eye. A story in the manner of woodblock prints.',
    'fr-fr':
      'La tempête entraîne Nami, fille de pêcheurs, vers les grands fonds ; une lumière vient à sa rencontre. Elle porte un sanctuaire et des pins sur le dos, et une petite barque dans l’œil. Un récit à la manière des estampes.',
    'es-es':
      'Una tormenta arrastra a la pescadora Nami a las profundidades, y una luz sale a su encuentro. Lleva a cuestas un santuario y unos pinos, y en el ojo, su propia barca. Un relato al modo de las estampas japonesas.',
    'ar-sa':
      'تجرف العاصفة الصيّادة نامي إلى الأعماق، فيأتي للقائها ضوء يحمل على ظهره معبدًا وصنوبرًا، وفي عينه قاربها الصغير. حكاية على طريقة الطباعة اليابانية بالخشب.',
  },
  chapters: [
    { 'zh-cn': '风平浪静', 'en-us': 'Calm Water', 'fr-fr': 'Eau calme', 'es-es': 'Agua en calma', 'ar-sa': 'ماء ساكن' },
    { 'zh-cn': '巨浪', 'en-us': 'The Wave', 'fr-fr': 'La vague', 'es-es': 'La ola', 'ar-sa': 'الموجة' },
    {
      'zh-cn': '海底的灯',
      'en-us': 'A Lamp Below',
      'fr-fr': 'Une lampe au fond',
      'es-es': 'Una lámpara en el fondo',
      'ar-sa': 'مصباح في القاع',
    },
    {
      'zh-cn': '背上的神社',
      'en-us': 'The Shrine on Its Back',
      'fr-fr': 'Le sanctuaire sur son dos',
      'es-es': 'El santuario a cuestas',
      'ar-sa': 'المعبد على ظهره',
    },
    {
      'zh-cn': '万盏归舟',
      'en-us': 'Ten Thousand Lights Home',
      'fr-fr': 'Dix mille lumières au retour',
      'es-es': 'Diez mil luces de vuelta',
      'ar-sa': 'عشرة آلاف ضوء للعودة',
    },
  ],
};

const dwellers = [
  { 'zh-cn': '史莱姆', 'en-us': 'the Slime', 'fr-fr': 'la gelée', 'es-es': 'el limo', 'ar-sa': 'الهلام' },
  { 'zh-cn': '蝙蝠', 'en-us': 'the Bat', 'fr-fr': 'la chauve-souris', 'es-es': 'el murciélago', 'ar-sa': 'الخفّاش' },
  {
    'zh-cn': '骷髅',
    'en-us': 'the Skeleton',
    'fr-fr': 'le squelette',
    'es-es': 'el esqueleto',
    'ar-sa': 'الهيكل العظمي',
  },
  { 'zh-cn': '幽灵', 'en-us': 'the Ghost', 'fr-fr': 'le fantôme', 'es-es': 'el fantasma', 'ar-sa': 'الشبح' },
  { 'zh-cn': '蘑菇', 'en-us': 'the Mushroom', 'fr-fr': 'le champignon', 'es-es': 'la seta', 'ar-sa': 'الفطر' },
  { 'zh-cn': '蜘蛛', 'en-us': 'the Spider', 'fr-fr': 'l’araignée', 'es-es': 'la araña', 'ar-sa': 'العنكبوت' },
  {
    'zh-cn': '宝箱怪',
    'en-us': 'the Hungry Chest',
    'fr-fr': 'le coffre affamé',
    'es-es': 'el cofre hambriento',
    'ar-sa': 'الصندوق الجائع',
  },
  { 'zh-cn': '蛙', 'en-us': 'the Frog', 'fr-fr': 'la grenouille', 'es-es': 'la rana', 'ar-sa': 'الضفدع' },
  { 'zh-cn': '蜗牛', 'en-us': 'the Snail', 'fr-fr': 'l’escargot', 'es-es': 'el caracol', 'ar-sa': 'الحلزون' },
  { 'zh-cn': '小鬼', 'en-us': 'the Imp', 'fr-fr': 'le diablotin', 'es-es': 'el diablillo', 'ar-sa': 'العفريت الصغير' },
];
const cousins = {
  'zh-cn': '的表亲',
  'en-us': 'Cousin of ',
  'fr-fr': 'Cousinage : ',
  'es-es': 'Parientes: ',
  'ar-sa': 'قريب ',
};

export const bellKnight = {
  title: {
    'zh-cn': '摇铃骑士',
    'en-us': 'The Knight Who Rang',
    'fr-fr': 'Le Chevalier à la clochette',
    'es-es': 'El caballero de la campanilla',
    'ar-sa': 'الفارس ذو الجرس',
  },
  introduction: {
    'zh-cn':
      '别的骑士带剑，他带了一只铃铛。地下城二十层，每层住着一个怪物；铃声响过之后，每一层都少了一个怪物，多了一个朋友。像素漫画，翻页阅读。',
    'en-us':
      'Other knights bring a sword; this one brought a bell. The dungeon has twenty floors and a monster on each. When the bell has rung there is one monster fewer, and one friend more. A comic in pixels, read page by page.',
    'fr-fr':
      'Les autres chevaliers prennent une épée ; lui, une clochette. Le donjon a vingt étages et un monstre par étage. Quand la clochette a sonné, il y a un monstre de moins et un ami de plus. Une bande dessinée en pixels, à lire page à page.',
    'es-es':
      'Otros caballeros llevan espada; este llevó una campanilla. La mazmorra tiene veinte pisos y un monstruo en cada uno. Cuando suena, hay un monstruo menos y un amigo más. Un cómic de píxeles para leer página a página.',
    'ar-sa':
      'يحمل الفرسان سيوفًا، أمّا هو فحمل جرسًا. في القبو عشرون طابقًا وفي كل طابق وحش، وكلّما رنّ الجرس نقص وحش وزاد صديق. قصّة مصوّرة بالبكسل تُقرأ صفحةً صفحة.',
  },
  chapters: Array.from({ length: 20 }, (_, floor) => {
    const who = dwellers[floor % 10] ?? dwellers[0];
    if (floor === 19)
      return {
        'zh-cn': '最后一层：龙',
        'en-us': 'The Last Floor: the Dragon',
        'fr-fr': 'Dernier étage : le dragon',
        'es-es': 'Último piso: el dragón',
        'ar-sa': 'الطابق الأخير: التنّين',
      };
    if (floor < 10)
      return {
        'zh-cn': `地下${floor + 1}层：${who?.['zh-cn']}`,
        'en-us': `Floor ${floor + 1}: ${who?.['en-us']}`,
        'fr-fr': `Étage ${floor + 1} : ${who?.['fr-fr']}`,
        'es-es': `Piso ${floor + 1}: ${who?.['es-es']}`,
        'ar-sa': `الطابق ${floor + 1}: ${who?.['ar-sa']}`,
      };
    return {
      'zh-cn': `地下${floor + 1}层：${who?.['zh-cn']}${cousins['zh-cn']}`,
      'en-us': `Floor ${floor + 1}: ${cousins['en-us']}${who?.['en-us']}`,
      'fr-fr': `Étage ${floor + 1} : ${who?.['fr-fr']}, côté cousins`,
      'es-es': `Piso ${floor + 1}: ${who?.['es-es']}, rama familiar`,
      'ar-sa': `الطابق ${floor + 1}: ${cousins['ar-sa']}${who?.['ar-sa']}`,
    };
  }),
};

export const lastLight = {
  title: {
    'zh-cn': '最后一盏灯',
    'en-us': 'The Last Lamp',
    'fr-fr': 'La Dernière Lampe',
    'es-es': 'La última lámpara',
    'ar-sa': 'المصباح الأخير',
  },
  introduction: {
    'zh-cn':
      '城市早已沉默，只剩一盏会走路的路灯。它的电快用完了，而石缝里长出了一株苗。一篇晒蓝工艺的短篇，一口气读完。',
    'en-us':
      'The city has long been silent; one street lamp still walks in it. Its charge is running out, and in a crack of the stone something has begun to grow. A short story in blueprint blue, to be read in one breath.',
    'fr-fr':
      'La ville s’est tue depuis longtemps ; un seul réverbère y marche encore. Sa charge s’épuise, et dans une fente de la pierre quelque chose s’est mis à pousser. Une nouvelle en cyanotype, à lire d’un souffle.',
    'es-es':
      'La ciudad calló hace mucho; por ella anda todavía una farola. Se le acaba la carga, y en una grieta de la piedra algo ha empezado a crecer. Un cuento en cianotipia, para leer de un tirón.',
    'ar-sa':
      'صمتت المدينة منذ زمن طويل ولم يبقَ فيها إلا عمود نور يمشي. شحنته تنفد، وفي شقّ الحجر بدأ شيء ينمو. قصّة قصيرة بزرقة الطباعة الشمسية تُقرأ في نَفَس واحد.',
  },
  chapters: [
    {
      'zh-cn': '全篇',
      'en-us': 'The Whole Story',
      'fr-fr': 'L’histoire entière',
      'es-es': 'La historia entera',
      'ar-sa': 'الحكاية كاملة',
    },
  ],
};
