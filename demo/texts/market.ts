import type { Words } from '../types.ts';
import { join } from './words.ts';

export const title = {
  'zh-cn': '子夜市集',
  'en-us': 'The Midnight Market',
  'fr-fr': 'Le Marché de minuit',
  'es-es': 'El mercado de la medianoche',
  'ar-sa': 'سوق منتصف الليل',
};
export const introduction = {
  'zh-cn':
    '每周五子夜，城里总有一条街多出一座市集，天亮前收摊，从不在同一个地方开两次。那里卖回声，卖影子，卖去年夏天的光。五十二个夜晚，五十二桩买卖。',
  'en-us':
    'Every Friday at midnight some street of the city has a market in it that was not there before. It is gone by dawn and never comes to the same street twice. It sells echoes, shadows, last summer’s light. Fifty-two nights, fifty-two bargains.',
  'fr-fr':
    'Chaque vendredi à minuit, une rue de la ville se découvre un marché qui n’y était pas. À l’aube il a disparu, et il ne revient jamais dans la même rue. On y vend des échos, des ombres, la lumière de l’été passé. Cinquante-deux nuits, cinquante-deux marchés conclus.',
  'es-es':
    'Cada viernes a medianoche, alguna calle de la ciudad amanece con un mercado que antes no estaba. Al alba se ha ido, y nunca vuelve a la misma calle. Vende ecos, sombras, la luz del verano pasado. Cincuenta y dos noches, cincuenta y dos tratos.',
  'ar-sa':
    'في منتصف ليل كلّ جمعة يظهر في أحد شوارع المدينة سوق لم يكن هناك. يختفي قبل الفجر ولا يعود إلى الشارع نفسه أبدًا. يبيع الأصداء والظلال وضوء الصيف الماضي. اثنتان وخمسون ليلة، واثنتان وخمسون صفقة.',
};

type Stall = { ware: Words; text: Words };
const stalls: readonly Stall[] = [
  {
    ware: { 'zh-cn': '回声', 'en-us': 'Echoes', 'fr-fr': 'Des échos', 'es-es': 'Ecos', 'ar-sa': 'أصداء' },
    text: {
      'zh-cn': '戴银顶针的女人把回声装在罐子里卖。摇一摇，就有人从一座早已不在的山谷里喊你的名字。',
      'en-us':
        'The woman with the silver thimble sells echoes by the jar. Shake one, and somebody calls your name out of a valley that is no longer there.',
      'fr-fr':
        'La femme au dé d’argent vend des échos en bocal. On secoue, et quelqu’un vous appelle du fond d’une vallée qui n’existe plus.',
      'es-es':
        'La mujer del dedal de plata vende ecos en tarros. Se agita uno, y alguien pronuncia tu nombre desde un valle que ya no existe.',
      'ar-sa': 'المرأة ذات الكشتبان الفضّيّ تبيع الأصداء في جرار. تُهزّ الجرّة فينادي أحدٌ باسمك من وادٍ لم يعد موجودًا.',
    },
  },
  {
    ware: { 'zh-cn': '影子', 'en-us': 'Shadows', 'fr-fr': 'Des ombres', 'es-es': 'Sombras', 'ar-sa': 'ظلال' },
    text: {
      'zh-cn': '影子挂在晾衣绳上，夹着木夹子，长的短的都有。摊主说，尺寸不合可以改，脾气不合概不退换。',
      'en-us':
        'Shadows hang on a washing line, pegged at the shoulders, long ones and short. The stallkeeper alters them for size. For temper, he says, there are no returns.',
      'fr-fr':
        'Les ombres pendent à une corde à linge, pincées aux épaules, longues et courtes. Le marchand les retouche pour la taille. Pour le caractère, dit-il, ni repris ni échangé.',
      'es-es':
        'Las sombras cuelgan de un tendedero, prendidas por los hombros, largas y cortas. El tendero las arregla si no son de la talla. Por el carácter, dice, no se admiten devoluciones.',
      'ar-sa':
        'الظلال معلّقة على حبل غسيل، مشبوكة من الكتفين، طويلها وقصيرها. صاحب البسطة يعدّل المقاس، أمّا الطبع فلا يُردّ ولا يُبدَّل.',
    },
  },
  {
    ware: {
      'zh-cn': '旧夏天的光',
      'en-us': 'Last Summer’s Light',
      'fr-fr': 'La lumière de l’été dernier',
      'es-es': 'La luz del verano pasado',
      'ar-sa': 'ضوء الصيف الماضي',
    },
    text: {
      'zh-cn': '去年夏天的光论两称，装在蓝色的药瓶里。开瓶要快，不然傍晚会漏出来。',
      'en-us':
        'Last summer’s light is weighed by the ounce into blue medicine bottles. One must be quick with the stopper, or the evening gets out.',
      'fr-fr':
        'La lumière de l’été dernier se pèse à l’once, dans des fioles bleues. Il faut reboucher vite, sinon le soir s’échappe.',
      'es-es':
        'La luz del verano pasado se pesa por onzas en frascos azules de botica. Hay que tapar deprisa, o se escapa la tarde.',
      'ar-sa': 'ضوء الصيف الماضي يوزن بالأوقية في قوارير زرقاء. ولا بدّ من السدّ السريع وإلا تسرّب المساء.',
    },
  },
  {
    ware: { 'zh-cn': '雨', 'en-us': 'Rain', 'fr-fr': 'De la pluie', 'es-es': 'Lluvia', 'ar-sa': 'مطر' },
    text: {
      'zh-cn': '雨按尺裁，叠得整整齐齐。细雨做窗帘，暴雨做大衣，梅雨便宜，因为总也干不了。',
      'en-us':
        'Rain is cut by the yard and folded. Drizzle for curtains, downpour for coats; the long grey kind is cheap, because it never dries.',
      'fr-fr':
        'La pluie se coupe au mètre et se plie. Bruine pour rideaux, averse pour manteaux ; la longue pluie grise est bon marché, car elle ne sèche jamais.',
      'es-es':
        'La lluvia se corta por varas y se dobla. Llovizna para cortinas, aguacero para abrigos; la gris y larga sale barata, porque no se seca nunca.',
      'ar-sa':
        'المطر يُقصّ بالذراع ويُطوى. الرذاذ للستائر والوابل للمعاطف، أمّا المطر الرماديّ الطويل فرخيص لأنه لا يجفّ أبدًا.',
    },
  },
  {
    ware: {
      'zh-cn': '没人用的名字',
      'en-us': 'Spare Names',
      'fr-fr': 'Des prénoms sans emploi',
      'es-es': 'Nombres sin dueño',
      'ar-sa': 'أسماء بلا أصحاب',
    },
    text: {
      'zh-cn': '没人用的名字排在木匣里，像一排没有寄出的信。摊主念一个，远处便有人莫名其妙地回头。',
      'en-us':
        'Names that nobody is using lie in a drawer like letters never sent. When the stallkeeper reads one aloud, somewhere a stranger turns round and does not know why.',
      'fr-fr':
        'Les prénoms que personne ne porte dorment dans un tiroir comme des lettres jamais parties. Quand le marchand en lit un, quelque part un inconnu se retourne sans savoir pourquoi.',
      'es-es':
        'Los nombres que nadie usa duermen en un cajón como cartas sin enviar. Cuando el tendero lee uno, en alguna parte un desconocido se vuelve y no sabe por qué.',
      'ar-sa':
        'الأسماء التي لا يحملها أحد ترقد في دُرج كرسائل لم تُرسل. وكلّما قرأ البائع اسمًا التفت غريب في مكان ما ولم يدرِ لماذا.',
    },
  },
  {
    ware: { 'zh-cn': '分钟', 'en-us': 'Minutes', 'fr-fr': 'Des minutes', 'es-es': 'Minutos', 'ar-sa': 'دقائق' },
    text: {
      'zh-cn': '散装的分钟，一勺一勺地卖。最贵的是睡前那一分钟，最便宜的是等电梯的。',
      'en-us':
        'Minutes are sold loose, by the scoop. The dearest are the ones just before sleep; the cheapest were spent waiting for lifts.',
      'fr-fr':
        'Les minutes se vendent en vrac, à la pelle. Les plus chères sont celles d’avant le sommeil ; les moins chères ont servi à attendre l’ascenseur.',
      'es-es':
        'Los minutos se venden a granel, por paladas. Los más caros son los de antes de dormir; los más baratos se gastaron esperando ascensores.',
      'ar-sa': 'الدقائق تُباع سائبةً بالمغرفة. أغلاها ما يسبق النوم، وأرخصها ما ضاع في انتظار المصاعد.',
    },
  },
  {
    ware: {
      'zh-cn': '明天的报纸',
      'en-us': 'Tomorrow’s Paper',
      'fr-fr': 'Le journal de demain',
      'es-es': 'El periódico de mañana',
      'ar-sa': 'جريدة الغد',
    },
    text: {
      'zh-cn': '明天的报纸只剩气象版和填字游戏。要闻版早就卖光了，摊主说，而且谁也没有因此快活过。',
      'en-us':
        'Of tomorrow’s paper only the weather and the crossword are left. The front page sells out early, the stallkeeper says, and has never made anyone happy.',
      'fr-fr':
        'Du journal de demain il ne reste que la météo et les mots croisés. La une part tout de suite, dit la marchande, et n’a jamais rendu personne heureux.',
      'es-es':
        'Del periódico de mañana solo quedan el tiempo y el crucigrama. La portada se agota enseguida, dice la tendera, y nunca ha hecho feliz a nadie.',
      'ar-sa':
        'لم يبقَ من جريدة الغد إلا الطقس والكلمات المتقاطعة. الصفحة الأولى تنفد مبكّرًا، كما تقول البائعة، ولم تُسعد أحدًا قطّ.',
    },
  },
  {
    ware: {
      'zh-cn': '旧居地图',
      'en-us': 'Maps of Old Houses',
      'fr-fr': 'Plans de maisons quittées',
      'es-es': 'Planos de casas dejadas',
      'ar-sa': 'خرائط بيوت قديمة',
    },
    text: {
      'zh-cn': '这里卖你搬离的那些房子的地图。图上标着第几级楼梯会响，还有一扇你忘了锁的窗。',
      'en-us':
        'Here are maps of the houses you have moved out of. They show which stair creaks, and the one window you forgot to lock.',
      'fr-fr':
        'Voici les plans des maisons que vous avez quittées. On y voit quelle marche grince, et la fenêtre que vous avez oublié de fermer.',
      'es-es':
        'Aquí hay planos de las casas que has dejado. En ellos se ve qué peldaño cruje y qué ventana olvidaste cerrar.',
      'ar-sa': 'هنا خرائط للبيوت التي رحلتَ عنها، وفيها أيّ درجة تصرّ، وأيّ نافذة نسيتَ إغلاقها.',
    },
  },
  {
    ware: {
      'zh-cn': '二手的梦',
      'en-us': 'Second-Hand Dreams',
      'fr-fr': 'Rêves d’occasion',
      'es-es': 'Sueños de segunda mano',
      'ar-sa': 'أحلام مستعملة',
    },
    text: {
      'zh-cn': '二手的梦洗过，熨过，袖口有一点别人的气味。飞行的那几件磨损得最厉害。',
      'en-us':
        'The second-hand dreams have been washed and pressed, though the cuffs smell faintly of somebody else. The ones about flying are the most worn.',
      'fr-fr':
        'Les rêves d’occasion sont lavés et repassés, bien que les poignets gardent l’odeur d’un autre. Ceux où l’on vole sont les plus usés.',
      'es-es':
        'Los sueños de segunda mano están lavados y planchados, aunque los puños huelen un poco a otra persona. Los de volar son los más gastados.',
      'ar-sa': 'الأحلام المستعملة مغسولة ومكويّة، وإن بقيت في أكمامها رائحة شخص آخر. وأشدّها اهتراءً أحلام الطيران.',
    },
  },
  {
    ware: { 'zh-cn': '寂静', 'en-us': 'Silence', 'fr-fr': 'Du silence', 'es-es': 'Silencio', 'ar-sa': 'صمت' },
    text: {
      'zh-cn': '寂静切成方块，裹在油纸里。雪后的那种甜，图书馆的那种有嚼头，吵架之后的那种，摊主劝你别买。',
      'en-us':
        'Silence is cut into squares and wrapped in waxed paper. The kind from after snow is sweet, the library kind is chewy, and the kind from after quarrels he advises against.',
      'fr-fr':
        'Le silence se débite en carrés, sous papier ciré. Celui d’après la neige est doux, celui des bibliothèques se mâche ; celui d’après les disputes, le marchand le déconseille.',
      'es-es':
        'El silencio se corta en cuadrados y se envuelve en papel encerado. El de después de la nieve es dulce, el de biblioteca se mastica; el de después de las riñas no lo recomienda.',
      'ar-sa':
        'الصمت يُقطع مربّعات ويُلفّ بورق مشمّع. صمت ما بعد الثلج حلو، وصمت المكتبات يُمضغ، أمّا صمت ما بعد الخصام فلا ينصح به البائع.',
    },
  },
  {
    ware: {
      'zh-cn': '祖母的菜谱',
      'en-us': 'Grandmothers’ Recipes',
      'fr-fr': 'Recettes de grands-mères',
      'es-es': 'Recetas de abuelas',
      'ar-sa': 'وصفات الجدّات',
    },
    text: {
      'zh-cn': '祖母们的菜谱，全都缺一味。缺的那味另卖，隔壁摊，从来没有货。',
      'en-us':
        'These are grandmothers’ recipes, and each lacks one ingredient. It is sold separately, at the next stall, which is always out of it.',
      'fr-fr':
        'Ce sont des recettes de grands-mères ; à chacune il manque un ingrédient. Il se vend à part, à l’étal voisin, qui n’en a jamais.',
      'es-es':
        'Son recetas de abuelas, y a todas les falta un ingrediente. Se vende aparte, en el puesto de al lado, donde siempre se ha acabado.',
      'ar-sa': 'هذه وصفات الجدّات، وكلّها ينقصها مكوّن واحد. يُباع على حدة في البسطة المجاورة، وهو نافد دائمًا.',
    },
  },
  {
    ware: {
      'zh-cn': '卷起来的路',
      'en-us': 'Rolled-Up Roads',
      'fr-fr': 'Routes roulées',
      'es-es': 'Caminos enrollados',
      'ar-sa': 'طرق ملفوفة',
    },
    text: {
      'zh-cn': '路卷成一卷一卷，竖在桶里，像布店的料子。展开来有车辙，有一段月光，末端用线锁了边。',
      'en-us':
        'The roads stand rolled in barrels like cloth in a draper’s. Unrolled, they have wheel ruts and a length of moonlight, and the far end is hemmed.',
      'fr-fr':
        'Les routes attendent, roulées dans des tonneaux comme l’étoffe chez le drapier. Déroulées, elles ont des ornières et un coupon de clair de lune ; le bout en est ourlé.',
      'es-es':
        'Los caminos esperan enrollados en barriles, como el paño en las tiendas. Al extenderlos hay rodadas y un retal de luna; el extremo viene con dobladillo.',
      'ar-sa':
        'الطرق ملفوفة في البراميل كالقماش عند البزّاز. إذا فُرشت بدت فيها آثار العجلات وقطعة من ضوء القمر، وطرفها الأقصى مخيط الحاشية.',
    },
  },
  {
    ware: {
      'zh-cn': '开不了门的钥匙',
      'en-us': 'Keys to Nothing',
      'fr-fr': 'Clefs pour rien',
      'es-es': 'Llaves para nada',
      'ar-sa': 'مفاتيح لا تفتح شيئًا',
    },
    text: {
      'zh-cn': '一大盘钥匙，什么门也开不了。摊主是个盲人，他说门是后来的事，总是先有钥匙。',
      'en-us':
        'A tray of keys that open nothing. The stallkeeper is blind. The door comes later, he says; the key is always first.',
      'fr-fr':
        'Un plateau de clefs qui n’ouvrent rien. Le marchand est aveugle. La porte vient après, dit-il ; la clef est toujours la première.',
      'es-es':
        'Una bandeja de llaves que no abren nada. El tendero es ciego. La puerta viene después, dice; la llave siempre es lo primero.',
      'ar-sa': 'صينيّة مفاتيح لا تفتح شيئًا. البائع أعمى، ويقول إن الباب يأتي بعدُ، والمفتاح دائمًا أوّلًا.',
    },
  },
];

type Customer = { who: Words; text: Words };
const customers: readonly Customer[] = [
  {
    who: {
      'zh-cn': '钟表匠',
      'en-us': 'the clockmaker',
      'fr-fr': 'l’horloger',
      'es-es': 'el relojero',
      'ar-sa': 'الساعاتي',
    },
    text: {
      'zh-cn': '那晚来的是钟表匠。他回头看了三次，才开口要最小的一份。',
      'en-us':
        'That night it was the clockmaker who came. He looked over his shoulder three times before he asked for the smallest they had.',
      'fr-fr':
        'Cette nuit-là vint l’horloger. Il regarda trois fois derrière lui avant de demander la plus petite portion.',
      'es-es':
        'Aquella noche vino el relojero. Miró tres veces por encima del hombro antes de pedir lo más pequeño que hubiera.',
      'ar-sa': 'جاء تلك الليلة الساعاتي. التفت خلفه ثلاث مرّات قبل أن يطلب أصغر ما لديهم.',
    },
  },
  {
    who: {
      'zh-cn': '末班车司机',
      'en-us': 'the night-bus driver',
      'fr-fr': 'le chauffeur du dernier bus',
      'es-es': 'el conductor del último autobús',
      'ar-sa': 'سائق آخر حافلة',
    },
    text: {
      'zh-cn': '末班车司机把车停在路口，没熄火，车里一个乘客也没有，灯全亮着。',
      'en-us':
        'The driver of the night bus left it at the corner with the engine running, quite empty, and every light on.',
      'fr-fr':
        'Le chauffeur du dernier bus l’avait laissé au coin, moteur allumé, sans un passager, toutes lumières dehors.',
      'es-es':
        'El conductor del último autobús lo dejó en la esquina con el motor en marcha, vacío y con todas las luces encendidas.',
      'ar-sa': 'ترك سائق آخر حافلة حافلته عند الزاوية ومحرّكها يدور، خاليةً ومصابيحها كلّها مضاءة.',
    },
  },
  {
    who: {
      'zh-cn': '拉小提琴的寡妇',
      'en-us': 'the widow with the violin',
      'fr-fr': 'la veuve au violon',
      'es-es': 'la viuda del violín',
      'ar-sa': 'أرملة الكمان',
    },
    text: {
      'zh-cn': '拉小提琴的寡妇来了。她不说要什么，只拉了四个音，摊主便点了点头。',
      'en-us':
        'The widow with the violin came. She did not say what she wanted; she played four notes, and the stallkeeper nodded.',
      'fr-fr':
        'La veuve au violon vint. Elle ne dit pas ce qu’elle voulait ; elle joua quatre notes, et l’on hocha la tête.',
      'es-es': 'Vino la viuda del violín. No dijo lo que quería; tocó cuatro notas, y al otro lado asintieron.',
      'ar-sa': 'جاءت أرملة الكمان. لم تقل ما تريد، بل عزفت أربع نغمات، فأومأ البائع برأسه.',
    },
  },
  {
    who: {
      'zh-cn': '只穿一只鞋的男孩',
      'en-us': 'the boy with one shoe',
      'fr-fr': 'l’enfant à une chaussure',
      'es-es': 'el niño de un solo zapato',
      'ar-sa': 'الولد ذو الحذاء الواحد',
    },
    text: {
      'zh-cn': '来的是个只穿一只鞋的男孩，手心里攥着一枚热乎乎的硬币。他已经数过九遍了。',
      'en-us': 'A boy came with one shoe on and a coin gone hot in his fist. He had counted it nine times.',
      'fr-fr':
        'Vint un enfant chaussé d’un seul pied, une pièce toute chaude dans le poing. Il l’avait comptée neuf fois.',
      'es-es': 'Vino un niño con un solo zapato y una moneda caliente en el puño. La había contado nueve veces.',
      'ar-sa': 'جاء ولد في قدمه حذاء واحد، وفي قبضته قطعة نقد سخنت من طول القبض. كان قد عدّها تسع مرّات.',
    },
  },
  {
    who: {
      'zh-cn': '夜班护士',
      'en-us': 'the night nurse',
      'fr-fr': 'l’infirmière de nuit',
      'es-es': 'la enfermera de noche',
      'ar-sa': 'ممرّضة الليل',
    },
    text: {
      'zh-cn': '夜班护士只有一刻钟。她买东西就像量体温，安静，准确，手很凉。',
      'en-us':
        'The night nurse had a quarter of an hour. She shopped the way she took temperatures: quietly, exactly, with cold hands.',
      'fr-fr':
        'L’infirmière de nuit n’avait qu’un quart d’heure. Elle achetait comme elle prend la température : sans bruit, avec exactitude, les mains froides.',
      'es-es':
        'La enfermera de noche tenía un cuarto de hora. Compraba como toma la temperatura: en silencio, con exactitud y las manos frías.',
      'ar-sa': 'لم يكن لدى ممرّضة الليل إلا ربع ساعة. كانت تشتري كما تقيس الحرارة: بهدوء ودقّة ويدين باردتين.',
    },
  },
  {
    who: {
      'zh-cn': '退休的法官',
      'en-us': 'the retired judge',
      'fr-fr': 'le juge à la retraite',
      'es-es': 'el juez jubilado',
      'ar-sa': 'القاضي المتقاعد',
    },
    text: {
      'zh-cn': '退休的法官来回走了两趟，像在两种说法之间拿不定主意，最后还是停了下来。',
      'en-us': 'The retired judge went past twice, like a man between two testimonies, and stopped in the end.',
      'fr-fr': 'Le juge à la retraite passa deux fois, comme un homme entre deux témoignages, puis s’arrêta.',
      'es-es': 'El juez jubilado pasó dos veces, como quien duda entre dos testimonios, y al final se detuvo.',
      'ar-sa': 'مرّ القاضي المتقاعد مرّتين كمن يتردّد بين شهادتين، ثم توقّف أخيرًا.',
    },
  },
  {
    who: {
      'zh-cn': '裁缝',
      'en-us': 'the tailor',
      'fr-fr': 'la couturière',
      'es-es': 'la modista',
      'ar-sa': 'الخيّاطة',
    },
    text: {
      'zh-cn': '裁缝先摸了摸料子。她一辈子信不过眼睛，只信拇指和食指。',
      'en-us': 'The seamstress felt the stuff first. All her life she has trusted no eye, only a thumb and a finger.',
      'fr-fr':
        'La couturière tâta d’abord la matière. De toute sa vie elle ne s’est fiée qu’à son pouce et à son index.',
      'es-es':
        'La modista palpó primero el género. En toda su vida no se ha fiado de más ojos que el pulgar y el índice.',
      'ar-sa': 'تحسّست الخيّاطة البضاعة أوّلًا. لم تثق طوال عمرها بعين، بل بإبهام وسبّابة.',
    },
  },
  {
    who: {
      'zh-cn': '和鸽子说话的姑娘',
      'en-us': 'the girl who talks to pigeons',
      'fr-fr': 'la fille aux pigeons',
      'es-es': 'la chica de las palomas',
      'ar-sa': 'فتاة الحمام',
    },
    text: {
      'zh-cn': '和鸽子说话的姑娘替别人来买。替谁，她不肯讲，肩上的羽毛倒是讲了。',
      'en-us':
        'The girl who talks to pigeons was buying for somebody else. She would not say for whom; the feather on her shoulder did.',
      'fr-fr':
        'La fille qui parle aux pigeons achetait pour un autre. Elle ne voulut pas dire pour qui ; la plume sur son épaule le dit.',
      'es-es':
        'La chica que habla con las palomas compraba para otro. No quiso decir para quién; lo dijo la pluma que llevaba en el hombro.',
      'ar-sa': 'فتاة الحمام كانت تشتري لغيرها. لم تشأ أن تقول لمن، لكن الريشة على كتفها قالت.',
    },
  },
  {
    who: {
      'zh-cn': '休假的小偷',
      'en-us': 'the thief on his day off',
      'fr-fr': 'le voleur en congé',
      'es-es': 'el ladrón en su día libre',
      'ar-sa': 'اللصّ في يوم إجازته',
    },
    text: {
      'zh-cn': '小偷今天休假，所以他付钱。付钱的滋味很新鲜，他付了两遍。',
      'en-us': 'It was the thief’s day off, and so he paid. It was such a novelty that he paid twice.',
      'fr-fr': 'C’était le jour de congé du voleur ; il paya donc. La chose était si neuve qu’il paya deux fois.',
      'es-es': 'Era el día libre del ladrón, así que pagó. Le resultó tan nuevo que pagó dos veces.',
      'ar-sa': 'كان يوم إجازة اللصّ، فدفع. وأعجبته الجِدّة فدفع مرّتين.',
    },
  },
  {
    who: {
      'zh-cn': '数学家',
      'en-us': 'the mathematician',
      'fr-fr': 'la mathématicienne',
      'es-es': 'la matemática',
      'ar-sa': 'عالمة الرياضيات',
    },
    text: {
      'zh-cn': '数学家在收据背面算了很久，证明自己并不需要它，然后还是买下了。',
      'en-us':
        'The mathematician reckoned for some time on the back of a receipt, proved that she did not need it, and bought it.',
      'fr-fr':
        'La mathématicienne calcula longtemps au dos d’un reçu, démontra qu’elle n’en avait pas besoin, et acheta.',
      'es-es': 'La matemática estuvo calculando en el dorso de un recibo, demostró que no lo necesitaba y lo compró.',
      'ar-sa': 'حسبت عالمة الرياضيات طويلًا على ظهر إيصال، وبرهنت أنها لا تحتاج إليه، ثم اشترته.',
    },
  },
  {
    who: { 'zh-cn': '新娘', 'en-us': 'the bride', 'fr-fr': 'la mariée', 'es-es': 'la novia', 'ar-sa': 'العروس' },
    text: {
      'zh-cn': '新娘拖着白裙子穿过人群，离婚礼还有七个钟头。没有人问，大家都让开了路。',
      'en-us':
        'The bride came through the crowd with her train over her arm, seven hours before the wedding. Nobody asked; everybody made room.',
      'fr-fr':
        'La mariée traversa la foule, la traîne sur le bras, à sept heures de la noce. Nul ne posa de question ; tous s’écartèrent.',
      'es-es':
        'La novia cruzó entre la gente con la cola al brazo, siete horas antes de la boda. Nadie preguntó; todos le hicieron sitio.',
      'ar-sa': 'شقّت العروس الزحام وذيل ثوبها على ذراعها، قبل العرس بسبع ساعات. لم يسأل أحد، وأفسح الجميع الطريق.',
    },
  },
  {
    who: {
      'zh-cn': '守塔的老人',
      'en-us': 'the old lighthouse keeper',
      'fr-fr': 'le vieux gardien de phare',
      'es-es': 'el viejo farero',
      'ar-sa': 'حارس المنارة العجوز',
    },
    text: {
      'zh-cn': '守了一辈子灯塔的老人眯着眼，他说这里的灯太多了，不知道该往哪一盏开。',
      'en-us':
        'The old lighthouse keeper screwed up his eyes. So many lights, he said; one would not know which to steer by.',
      'fr-fr':
        'Le vieux gardien de phare plissait les yeux. Tant de lumières, disait-il ; on ne saurait sur laquelle mettre le cap.',
      'es-es': 'El viejo farero entornó los ojos. Cuántas luces, dijo; no sabría uno por cuál gobernarse.',
      'ar-sa': 'ضيّق حارس المنارة العجوز عينيه وقال: أضواء كثيرة، لا يدري المرء بأيّها يهتدي.',
    },
  },
];

const prices: readonly Words[] = [
  {
    'zh-cn': '价钱是一个生日，哪一年的都行，只要还没有过。',
    'en-us': 'The price was a birthday. Any year would do, so long as it was unused.',
    'fr-fr': 'Le prix était un anniversaire. N’importe lequel, pourvu qu’il n’eût pas servi.',
    'es-es': 'El precio era un cumpleaños. Valía cualquiera, con tal de que estuviera sin usar.',
    'ar-sa': 'كان الثمن عيد ميلاد، من أيّ سنة كانت، بشرط ألا يكون مستعملًا.',
  },
  {
    'zh-cn': '摊主不收钱，只要一首走调的歌，而且要当场唱完。',
    'en-us': 'No money was asked, only a song out of tune, to be sung to the end there and then.',
    'fr-fr': 'On ne voulut pas d’argent, seulement une chanson fausse, à chanter jusqu’au bout et sur-le-champ.',
    'es-es': 'No quisieron dinero, solo una canción desafinada, cantada allí mismo y hasta el final.',
    'ar-sa': 'لم يُطلب مال، بل أغنية نشاز تُغنّى في مكانها حتى آخرها.',
  },
  {
    'zh-cn': '要价三个秘密。讨价还价之后，两个秘密，外加一句实话。',
    'en-us': 'Three secrets were asked. After some bargaining it came to two secrets and one true sentence.',
    'fr-fr': 'On en demandait trois secrets. Après marchandage, ce fut deux secrets et une phrase vraie.',
    'es-es': 'Pedían tres secretos. Tras el regateo quedó en dos secretos y una frase verdadera.',
    'ar-sa': 'طُلبت ثلاثة أسرار، وبعد المساومة صارت سرّين وجملة صادقة.',
  },
  {
    'zh-cn': '代价是左手的一个习惯。交出去的时候，有点痒。',
    'en-us': 'It cost a habit of the left hand. Handing it over tickled a little.',
    'fr-fr': 'Il en coûta une habitude de la main gauche. À la remettre, cela chatouillait un peu.',
    'es-es': 'Costó una manía de la mano izquierda. Al entregarla hizo unas pocas cosquillas.',
    'ar-sa': 'كان الثمن عادةً من عادات اليد اليسرى. وعند تسليمها كان ثمّة شيء من الدغدغة.',
  },
  {
    'zh-cn': '付的是一颗纽扣，来自一件再也穿不下的衣服。',
    'en-us': 'Payment was a button from a garment long outgrown.',
    'fr-fr': 'On paya d’un bouton, pris à un vêtement devenu trop petit.',
    'es-es': 'Se pagó con un botón de una prenda que ya no cabía.',
    'ar-sa': 'كان الدفع بزرّ من ثوب ضاق على صاحبه منذ زمن.',
  },
  {
    'zh-cn': '“记账罢。”摊主说，在一本没有封面的册子上画了一只鸟。',
    'en-us': '“Put it on account,” said the voice behind the stall, and drew a bird in a book that had no covers.',
    'fr-fr': '« À porter au compte », dit-on derrière l’étal, et l’on dessina un oiseau dans un livre sans couverture.',
    'es-es': '—Se apunta —dijeron tras el mostrador, y dibujaron un pájaro en un cuaderno sin tapas.',
    'ar-sa': 'قال الصوت خلف البسطة: «على الحساب»، ورسم طائرًا في دفتر بلا غلاف.',
  },
  {
    'zh-cn': '价钱写在一张纸条上，折了四折。看过的人笑了，然后照付。',
    'en-us': 'The price was written on a slip folded four times. It was read, it was laughed at, and it was paid.',
    'fr-fr': 'Le prix était écrit sur un papier plié en quatre. On le lut, on en rit, et l’on paya.',
    'es-es': 'El precio venía escrito en un papel doblado en cuatro. Se leyó, hizo reír y se pagó.',
    'ar-sa': 'كُتب الثمن على ورقة طُويت أربع طيّات. قُرئت، وأضحكت، ودُفع ما فيها.',
  },
  {
    'zh-cn': '摊主要的是下一次打喷嚏的机会，说他自己已经很久没有打过了。',
    'en-us':
      'What was wanted was the next sneeze. It had been so long, they said, since they had had one of their own.',
    'fr-fr': 'On voulait le prochain éternuement. Il y avait si longtemps, disait-on, qu’on n’en avait plus eu à soi.',
    'es-es': 'Querían el próximo estornudo. Hacía tanto, decían, que no tenían uno propio.',
    'ar-sa': 'كان المطلوب العطسة القادمة، فقد مضى زمن طويل، كما قيل، منذ آخر عطسة هناك.',
  },
  {
    'zh-cn': '用一个旧电话号码换，号码早就打不通了，可还背得出来。',
    'en-us': 'It went for an old telephone number, long out of service and still known by heart.',
    'fr-fr': 'Cela partit pour un vieux numéro de téléphone, hors service depuis longtemps et encore su par cœur.',
    'es-es': 'Se fue por un viejo número de teléfono, fuera de servicio hacía años y todavía sabido de memoria.',
    'ar-sa': 'ذهبت البضاعة برقم هاتف قديم، خرج من الخدمة منذ زمن وما زال محفوظًا.',
  },
  {
    'zh-cn': '要一粒沙，必须是从鞋里倒出来的。',
    'en-us': 'The price was one grain of sand, and it had to come out of a shoe.',
    'fr-fr': 'Le prix : un grain de sable, et il devait sortir d’une chaussure.',
    'es-es': 'El precio era un grano de arena, y tenía que salir de un zapato.',
    'ar-sa': 'كان الثمن حبّة رمل واحدة، ولا بدّ أن تخرج من حذاء.',
  },
  {
    'zh-cn': '付了一句道歉，是十年前就该说的那一句。',
    'en-us': 'It was paid for with an apology ten years overdue.',
    'fr-fr': 'On le régla d’une excuse en retard de dix ans.',
    'es-es': 'Se pagó con una disculpa que llevaba diez años de retraso.',
    'ar-sa': 'دُفع الثمن اعتذارًا تأخّر عشر سنين.',
  },
];

const endings: readonly Words[] = [
  {
    'zh-cn': '回家的路上下起了雪，只下在街的一边。',
    'en-us': 'On the way home it began to snow, but only on one side of the street.',
    'fr-fr': 'Sur le chemin du retour il se mit à neiger, mais d’un seul côté de la rue.',
    'es-es': 'De vuelta a casa empezó a nevar, pero solo en una acera.',
    'ar-sa': 'وفي طريق العودة بدأ الثلج يتساقط، لكن على جانب واحد من الشارع.',
  },
  {
    'zh-cn': '第二天早晨，隔壁的孩子问，昨夜是谁在笑。',
    'en-us': 'In the morning the child next door asked who had been laughing in the night.',
    'fr-fr': 'Au matin, l’enfant d’à côté demanda qui avait ri pendant la nuit.',
    'es-es': 'Por la mañana, la niña de al lado preguntó quién se había reído por la noche.',
    'ar-sa': 'وفي الصباح سأل طفل الجيران: من كان يضحك في الليل؟',
  },
  {
    'zh-cn': '至今没有人来退货。',
    'en-us': 'Nobody has come to ask for a refund.',
    'fr-fr': 'À ce jour, personne n’est venu se faire rembourser.',
    'es-es': 'Hasta hoy nadie ha venido a que le devuelvan el dinero.',
    'ar-sa': 'ولم يأتِ أحد حتى اليوم ليستردّ ما دفع.',
  },
  {
    'zh-cn': '三条街外，一只停了多年的钟敲了一下，像是清了清嗓子。',
    'en-us': 'Three streets away a clock that had stopped for years struck once, as if to clear its throat.',
    'fr-fr': 'À trois rues de là, une horloge arrêtée depuis des années sonna un coup, comme on s’éclaircit la voix.',
    'es-es':
      'A tres calles de allí, un reloj parado desde hacía años dio una campanada, como quien se aclara la garganta.',
    'ar-sa': 'وعلى بعد ثلاثة شوارع دقّت ساعة متوقّفة منذ سنين دقّة واحدة، كأنها تتنحنح.',
  },
  {
    'zh-cn': '包装纸留了下来，夹在一本书里，偶尔还会轻轻地动一动。',
    'en-us': 'The wrapping was kept between the pages of a book, where now and then it stirs.',
    'fr-fr': 'L’emballage fut gardé entre les pages d’un livre ; de temps en temps, il remue.',
    'es-es': 'El envoltorio se guardó entre las páginas de un libro; de vez en cuando se mueve.',
    'ar-sa': 'أمّا ورق التغليف فحُفظ بين صفحات كتاب، وما زال يتحرّك من حين إلى حين.',
  },
  {
    'zh-cn': '猫第一个知道，猫没有说。',
    'en-us': 'The cat was the first to know. The cat has said nothing.',
    'fr-fr': 'Le chat fut le premier à savoir. Le chat n’a rien dit.',
    'es-es': 'El gato fue el primero en saberlo. El gato no ha dicho nada.',
    'ar-sa': 'كان القطّ أوّل من علم، ولم يقل القطّ شيئًا.',
  },
  {
    'zh-cn': '从此，那扇窗的灯总比别家早亮一刻钟。',
    'en-us': 'Ever since, the light in that window comes on a quarter of an hour before the others.',
    'fr-fr': 'Depuis, la lampe de cette fenêtre s’allume un quart d’heure avant les autres.',
    'es-es': 'Desde entonces, la luz de esa ventana se enciende un cuarto de hora antes que las demás.',
    'ar-sa': 'ومنذ ذلك الحين يُضاء مصباح تلك النافذة قبل غيره بربع ساعة.',
  },
  {
    'zh-cn': '下一个周五，摊位上摆着一张手写的谢条，没有署名。',
    'en-us': 'The Friday after, a note of thanks lay on the stall in handwriting, unsigned.',
    'fr-fr': 'Le vendredi suivant, un mot de remerciement attendait sur l’étal, écrit à la main, sans signature.',
    'es-es': 'El viernes siguiente había sobre el puesto una nota de gracias, escrita a mano y sin firma.',
    'ar-sa': 'وفي الجمعة التالية كانت على البسطة ورقة شكر مكتوبة بخطّ اليد بلا توقيع.',
  },
  {
    'zh-cn': '天快亮的时候，有人听见河水改了一会儿调子。',
    'en-us': 'Toward dawn somebody heard the river change key for a while.',
    'fr-fr': 'Vers l’aube, quelqu’un entendit la rivière changer un moment de tonalité.',
    'es-es': 'Hacia el alba, alguien oyó que el río cambiaba un rato de tono.',
    'ar-sa': 'وقُبيل الفجر سمع أحدهم النهر يبدّل مقامه برهة.',
  },
];

/** Every night another stall, another customer, another price: the four lists walk at different paces. */
export function chapters(count: number): { title: Words; text: Words }[] {
  return Array.from({ length: count }, (_, night) => {
    const stall = stalls[night % stalls.length] ?? stalls[0];
    const customer = customers[(night * 5) % customers.length] ?? customers[0];
    const price = prices[(night * 3 + Math.floor(night / 11)) % prices.length];
    const ending = endings[(night * 2 + Math.floor(night / 9)) % endings.length];
    if (!stall || !customer || !price || !ending) throw new Error('the market has an empty list');
    return {
      title: join([stall.ware, customer.who], ' · '),
      text: join([stall.text, customer.text, price, ending], '\n\n'),
    };
  });
}
