import type { Words } from '../types.ts';
import { join, joinSentences } from './words.ts';

export const title = {
  'zh-cn': '小风历',
  'en-us': 'An Almanac of Small Winds',
  'fr-fr': 'L’Almanach des petits vents',
  'es-es': 'Almanaque de los vientos pequeños',
  'ar-sa': 'تقويم الرياح الصغيرة',
};
export const introduction = {
  'zh-cn':
    '大风有名字，小风没有。努尔丁·卡西米花了九年记下一百零八阵小风：它们几时来，宜做什么，忌做什么，以及老人们怎么说。',
  'en-us':
    'Great winds have names; small ones go without. In nine years Nur al-Din al-Qasimi set down one hundred and eight of them: when they come, what they are good for, what to leave alone, and what the old people say.',
  'fr-fr':
    'Les grands vents ont des noms, les petits s’en passent. En neuf ans, Nour al-Din al-Qasimi en a consigné cent huit : leur heure, ce à quoi ils sont bons, ce qu’il vaut mieux éviter, et ce qu’en disent les anciens.',
  'es-es':
    'Los vientos grandes tienen nombre; los pequeños se pasan sin él. En nueve años, Nur al-Din al-Qasimi anotó ciento ocho: cuándo llegan, para qué sirven, qué conviene evitar y qué dicen los viejos.',
  'ar-sa':
    'للرياح الكبيرة أسماء، أمّا الصغيرة فلا. في تسع سنين دوّن نور الدين القاسمي مئة وثماني رياح منها: متى تأتي، ولِمَ تصلح، وما يُجتنب فيها، وماذا يقول الشيوخ.',
};

type Named = { name: Words; text: Words };
const winds: readonly Named[] = [
  {
    name: {
      'zh-cn': '面包风',
      'en-us': 'The Bread Wind',
      'fr-fr': 'Le vent du pain',
      'es-es': 'El viento del pan',
      'ar-sa': 'ريح الخبز',
    },
    text: {
      'zh-cn': '这阵风从烤炉的方向来，翻过三道墙还是热的。闻到的人会记起自己没吃早饭。',
      'en-us':
        'It comes from the direction of the ovens and is still warm after three walls. Whoever smells it remembers that there was no breakfast.',
      'fr-fr':
        'Il vient du côté des fours et reste chaud après trois murs. Qui le sent se rappelle n’avoir pas déjeuné.',
      'es-es':
        'Viene de la parte de los hornos y sigue caliente después de tres tapias. Quien lo huele recuerda que no ha desayunado.',
      'ar-sa': 'تأتي من جهة الأفران وتبقى دافئة بعد ثلاثة جدران، ومن شمّها تذكّر أنه لم يفطر.',
    },
  },
  {
    name: {
      'zh-cn': '翻页风',
      'en-us': 'The Page-Turner',
      'fr-fr': 'Le tourne-page',
      'es-es': 'El pasapáginas',
      'ar-sa': 'مقلّبة الصفحات',
    },
    text: {
      'zh-cn': '它只有一根手指那么大的力气，专爱翻书，而且总是往回翻。',
      'en-us': 'It is as strong as one finger. It likes books, and it always turns back.',
      'fr-fr': 'Il a la force d’un doigt. Il aime les livres et tourne toujours vers l’arrière.',
      'es-es': 'Tiene la fuerza de un dedo. Le gustan los libros, y siempre pasa hacia atrás.',
      'ar-sa': 'قوّتها قوّة إصبع واحدة. تحبّ الكتب، ولا تقلّب إلا إلى الوراء.',
    },
  },
  {
    name: {
      'zh-cn': '门缝风',
      'en-us': 'The Wind Under the Door',
      'fr-fr': 'Le vent sous la porte',
      'es-es': 'El viento de bajo la puerta',
      'ar-sa': 'ريح تحت الباب',
    },
    text: {
      'zh-cn': '它从门底下进来，沿着墙根走一圈，把屋里的人认一遍，再从原路出去。',
      'en-us':
        'It enters beneath the door, goes once around the skirting, makes sure of who is at home, and leaves the way it came.',
      'fr-fr': 'Il entre sous la porte, longe une fois les plinthes, vérifie qui est là et repart par où il est venu.',
      'es-es':
        'Entra por debajo de la puerta, recorre una vez el rodapié, comprueba quién está en casa y se va por donde vino.',
      'ar-sa': 'تدخل من تحت الباب، وتطوف بالجدران مرّة، وتتفقّد أهل البيت، ثم تخرج من حيث دخلت.',
    },
  },
  {
    name: {
      'zh-cn': '井口风',
      'en-us': 'The Well Wind',
      'fr-fr': 'Le vent du puits',
      'es-es': 'El viento del pozo',
      'ar-sa': 'ريح البئر',
    },
    text: {
      'zh-cn': '井里升上来的风，带着石头的味道，凉得有礼貌。',
      'en-us': 'It rises out of the well with a smell of stone, and is cool in a polite way.',
      'fr-fr': 'Il monte du puits avec une odeur de pierre, frais, mais poliment.',
      'es-es': 'Sube del pozo con olor a piedra, y es fresco con buenos modales.',
      'ar-sa': 'تصعد من البئر برائحة الحجر، باردةً برودة مهذّبة.',
    },
  },
  {
    name: {
      'zh-cn': '晾衣风',
      'en-us': 'The Washing-Day Wind',
      'fr-fr': 'Le vent des lessives',
      'es-es': 'El viento de la colada',
      'ar-sa': 'ريح الغسيل',
    },
    text: {
      'zh-cn': '它钻进衬衫里，鼓起来，走两步，假装自己是个人。',
      'en-us': 'It gets into the shirts, fills them, takes a step or two, and pretends to be somebody.',
      'fr-fr': 'Il se glisse dans les chemises, les gonfle, fait deux pas et se prend pour quelqu’un.',
      'es-es': 'Se mete en las camisas, las hincha, da dos pasos y finge ser alguien.',
      'ar-sa': 'تدخل القمصان فتنفخها، وتخطو خطوتين، وتتظاهر بأنها أحد.',
    },
  },
  {
    name: {
      'zh-cn': '旗角风',
      'en-us': 'The Flag-Corner Wind',
      'fr-fr': 'Le vent du coin de drapeau',
      'es-es': 'El viento de la punta de la bandera',
      'ar-sa': 'ريح طرف الراية',
    },
    text: {
      'zh-cn': '整面旗都不动，只有一角在动。孩子们见了，便知道该放风筝了。',
      'en-us': 'The flag is still, all but one corner. Children see it and go for their kites.',
      'fr-fr': 'Le drapeau ne bouge pas, sauf un coin. Les enfants le voient et courent chercher leurs cerfs-volants.',
      'es-es': 'La bandera está quieta, menos una punta. La ven los niños y van por sus cometas.',
      'ar-sa': 'الراية ساكنة إلا طرفها. يراه الأطفال فيذهبون إلى طائراتهم الورقيّة.',
    },
  },
  {
    name: {
      'zh-cn': '灰烬风',
      'en-us': 'The Ash Wind',
      'fr-fr': 'Le vent des cendres',
      'es-es': 'El viento de la ceniza',
      'ar-sa': 'ريح الرماد',
    },
    text: {
      'zh-cn': '它在炉灰里睡觉，有人一开门，它便打个滚，把昨夜的火星翻出来给人看。',
      'en-us':
        'It sleeps in the hearth. When a door opens it rolls over and shows whoever is there a spark of last night’s fire.',
      'fr-fr': 'Il dort dans l’âtre. Une porte s’ouvre : il se retourne et montre une étincelle du feu d’hier.',
      'es-es': 'Duerme en el hogar. Si se abre una puerta, se da la vuelta y enseña una chispa del fuego de anoche.',
      'ar-sa': 'تنام في الموقد، فإذا فُتح باب تقلّبت وأرت الداخلَ شرارة من نار البارحة.',
    },
  },
  {
    name: {
      'zh-cn': '骆驼风',
      'en-us': 'The Camel Wind',
      'fr-fr': 'Le vent des chameaux',
      'es-es': 'El viento de los camellos',
      'ar-sa': 'ريح الجِمال',
    },
    text: {
      'zh-cn': '它走得慢，驮着沙，走三步歇一歇，谁催它都没有用。',
      'en-us': 'It goes slowly, loaded with sand; it takes three steps and rests, and nobody has ever hurried it.',
      'fr-fr': 'Il va lentement, chargé de sable ; trois pas, une pause, et nul ne l’a jamais pressé.',
      'es-es': 'Va despacio, cargado de arena; da tres pasos y descansa, y nadie le ha metido nunca prisa.',
      'ar-sa': 'تسير على مهل محمّلة بالرمل، ثلاث خطوات ثم راحة، ولم يستعجلها أحد قطّ.',
    },
  },
  {
    name: {
      'zh-cn': '桂花风',
      'en-us': 'The Jasmine Wind',
      'fr-fr': 'Le vent du jasmin',
      'es-es': 'El viento del jazmín',
      'ar-sa': 'ريح الياسمين',
    },
    text: {
      'zh-cn': '它不是吹来的，是漏来的：隔壁的院墙太矮，香气装不下。',
      'en-us': 'It does not blow so much as spill: the garden wall next door is too low to hold it.',
      'fr-fr': 'Il souffle moins qu’il ne déborde : le mur du jardin voisin est trop bas pour le retenir.',
      'es-es': 'Más que soplar, rebosa: la tapia del jardín vecino es demasiado baja para contenerlo.',
      'ar-sa': 'لا تهبّ بل تفيض، فسور الحديقة المجاورة أقصر من أن يحبسها.',
    },
  },
  {
    name: {
      'zh-cn': '船歌风',
      'en-us': 'The Rowers’ Wind',
      'fr-fr': 'Le vent des rameurs',
      'es-es': 'El viento de los remeros',
      'ar-sa': 'ريح المجدّفين',
    },
    text: {
      'zh-cn': '它在水面上打着拍子，桨手不用数，跟着它划就是了。',
      'en-us': 'It beats time on the water. Rowers need not count; they follow it.',
      'fr-fr': 'Il bat la mesure sur l’eau. Les rameurs n’ont pas à compter ; ils le suivent.',
      'es-es': 'Marca el compás en el agua. Los remeros no tienen que contar; lo siguen.',
      'ar-sa': 'تضبط الإيقاع على الماء، فلا يعدّ المجدّفون، بل يتبعونها.',
    },
  },
  {
    name: {
      'zh-cn': '屋脊风',
      'en-us': 'The Ridge-Tile Wind',
      'fr-fr': 'Le vent des faîtes',
      'es-es': 'El viento de los tejados',
      'ar-sa': 'ريح القرميد',
    },
    text: {
      'zh-cn': '它在屋脊上坐着，看一眼东边，看一眼西边，决定今天哪边也不去。',
      'en-us': 'It sits on the ridge of the roof, looks east, looks west, and decides to go nowhere today.',
      'fr-fr': 'Il s’assied au faîte du toit, regarde à l’est, regarde à l’ouest, et décide de n’aller nulle part.',
      'es-es':
        'Se sienta en el caballete del tejado, mira al este, mira al oeste y decide que hoy no va a ninguna parte.',
      'ar-sa': 'تجلس على حافّة السقف، تنظر شرقًا وتنظر غربًا، وتقرّر ألا تذهب اليوم إلى أيّ مكان.',
    },
  },
  {
    name: {
      'zh-cn': '信使风',
      'en-us': 'The Letter Wind',
      'fr-fr': 'Le vent des lettres',
      'es-es': 'El viento de las cartas',
      'ar-sa': 'ريح الرسائل',
    },
    text: {
      'zh-cn': '它来之前，纸先知道：桌上的信会自己挪一寸，朝着收信人的方向。',
      'en-us': 'Paper knows of it first. Letters on the table move by an inch, each toward the one it is meant for.',
      'fr-fr':
        'Le papier le sait d’abord. Sur la table, les lettres avancent d’un pouce, chacune vers son destinataire.',
      'es-es':
        'El papel lo sabe antes que nadie. Sobre la mesa, las cartas se mueven un dedo, cada una hacia su destinatario.',
      'ar-sa': 'الورق أوّل من يعلم بها: تتحرّك الرسائل على الطاولة إصبعًا، كلّ واحدة نحو صاحبها.',
    },
  },
];

const hours: readonly Named[] = [
  {
    name: {
      'zh-cn': '破晓',
      'en-us': 'at daybreak',
      'fr-fr': 'au point du jour',
      'es-es': 'al romper el día',
      'ar-sa': 'عند الفجر',
    },
    text: {
      'zh-cn': '它在公鸡之前到，在送奶人之后走。',
      'en-us': 'It arrives before the cock and leaves after the milk.',
      'fr-fr': 'Il arrive avant le coq et s’en va après le laitier.',
      'es-es': 'Llega antes que el gallo y se va después de la leche.',
      'ar-sa': 'تصل قبل الديك وتمضي بعد بائع الحليب.',
    },
  },
  {
    name: { 'zh-cn': '正午', 'en-us': 'at noon', 'fr-fr': 'à midi', 'es-es': 'a mediodía', 'ar-sa': 'عند الظهيرة' },
    text: {
      'zh-cn': '它趁影子最短的时候来，因为那时谁也藏不住。',
      'en-us': 'It comes when shadows are shortest, since nobody can hide then.',
      'fr-fr': 'Il vient quand les ombres sont courtes : nul ne peut alors se cacher.',
      'es-es': 'Viene cuando las sombras son más cortas, porque entonces nadie se esconde.',
      'ar-sa': 'تأتي حين تقصر الظلال، إذ لا يختبئ يومئذٍ أحد.',
    },
  },
  {
    name: {
      'zh-cn': '午睡时',
      'en-us': 'at the siesta',
      'fr-fr': 'à la sieste',
      'es-es': 'a la siesta',
      'ar-sa': 'وقت القيلولة',
    },
    text: {
      'zh-cn': '整座城都睡着了，它踮着脚走路，只碰倒一样东西。',
      'en-us': 'The town is asleep. It goes on tiptoe and knocks over one thing only.',
      'fr-fr': 'La ville dort. Il va sur la pointe des pieds et ne renverse qu’une chose.',
      'es-es': 'El pueblo duerme. Va de puntillas y solo tira una cosa.',
      'ar-sa': 'المدينة نائمة، فتمشي على أطراف أصابعها ولا تُسقط إلا شيئًا واحدًا.',
    },
  },
  {
    name: {
      'zh-cn': '黄昏',
      'en-us': 'at dusk',
      'fr-fr': 'à la brune',
      'es-es': 'al anochecer',
      'ar-sa': 'عند الغروب',
    },
    text: {
      'zh-cn': '点灯的人最熟悉它：它总是先试一试火柴。',
      'en-us': 'Lamplighters know it best, for it tries the match first.',
      'fr-fr': 'Les allumeurs de réverbères le connaissent : il essaie d’abord l’allumette.',
      'es-es': 'Los faroleros lo conocen bien: primero prueba la cerilla.',
      'ar-sa': 'يعرفها مشعلو المصابيح أكثر من غيرهم، لأنها تجرّب عود الثقاب أوّلًا.',
    },
  },
  {
    name: {
      'zh-cn': '月出',
      'en-us': 'at moonrise',
      'fr-fr': 'au lever de la lune',
      'es-es': 'al salir la luna',
      'ar-sa': 'عند طلوع القمر',
    },
    text: {
      'zh-cn': '它把月亮往上推，推到屋檐那么高就没力气了。',
      'en-us': 'It pushes the moon up as far as the eaves, and there its strength gives out.',
      'fr-fr': 'Il pousse la lune jusqu’aux gouttières, puis n’en peut plus.',
      'es-es': 'Empuja la luna hasta los aleros, y ahí se le acaban las fuerzas.',
      'ar-sa': 'تدفع القمر إلى علوّ الأفاريز، ثم تخور قواها.',
    },
  },
  {
    name: {
      'zh-cn': '子夜',
      'en-us': 'at midnight',
      'fr-fr': 'à minuit',
      'es-es': 'a medianoche',
      'ar-sa': 'عند منتصف الليل',
    },
    text: {
      'zh-cn': '只有失眠的人和面包师听得见它。',
      'en-us': 'Only the sleepless and the bakers hear it.',
      'fr-fr': 'Seuls l’entendent les insomniaques et les boulangers.',
      'es-es': 'Solo lo oyen los desvelados y los panaderos.',
      'ar-sa': 'لا يسمعها إلا الساهرون والخبّازون.',
    },
  },
  {
    name: {
      'zh-cn': '雨前',
      'en-us': 'before rain',
      'fr-fr': 'avant la pluie',
      'es-es': 'antes de la lluvia',
      'ar-sa': 'قبيل المطر',
    },
    text: {
      'zh-cn': '它走在雨的前头，替雨敲门。',
      'en-us': 'It walks ahead of the rain and knocks for it.',
      'fr-fr': 'Il marche devant la pluie et frappe pour elle.',
      'es-es': 'Va delante de la lluvia y llama por ella a las puertas.',
      'ar-sa': 'تسير أمام المطر وتطرق الأبواب نيابةً عنه.',
    },
  },
  {
    name: {
      'zh-cn': '雨后',
      'en-us': 'after rain',
      'fr-fr': 'après la pluie',
      'es-es': 'después de la lluvia',
      'ar-sa': 'بعد المطر',
    },
    text: {
      'zh-cn': '它数屋檐上的水滴，数错了便重来。',
      'en-us': 'It counts the drops along the eaves, and when it goes wrong it begins again.',
      'fr-fr': 'Il compte les gouttes au bord des toits et recommence quand il se trompe.',
      'es-es': 'Cuenta las gotas del alero, y si se equivoca vuelve a empezar.',
      'ar-sa': 'تعدّ القطرات على الأفاريز، فإن أخطأت أعادت.',
    },
  },
  {
    name: {
      'zh-cn': '初雪',
      'en-us': 'at first snow',
      'fr-fr': 'à la première neige',
      'es-es': 'con la primera nieve',
      'ar-sa': 'مع أوّل الثلج',
    },
    text: {
      'zh-cn': '它陪第一片雪花下来，怕它一个人不敢落地。',
      'en-us': 'It comes down with the first flake, lest it be afraid to land alone.',
      'fr-fr': 'Il descend avec le premier flocon, de peur qu’il n’ose se poser seul.',
      'es-es': 'Baja con el primer copo, no sea que le dé miedo posarse solo.',
      'ar-sa': 'تنزل مع أوّل ندفة خشية أن تخاف الهبوط وحدها.',
    },
  },
];

const favours: readonly Words[] = [
  {
    'zh-cn': '宜写信给三年没有写过的人。',
    'en-us': 'Good for writing to someone you have not written to in three years.',
    'fr-fr': 'Bon pour écrire à qui l’on n’a pas écrit depuis trois ans.',
    'es-es': 'Bueno para escribir a quien no se ha escrito en tres años.',
    'ar-sa': 'يُستحسن فيها أن تكتب لمن لم تكتب له منذ ثلاث سنين.',
  },
  {
    'zh-cn': '宜修椅子，宜原谅椅子。',
    'en-us': 'Good for mending chairs, and for forgiving them.',
    'fr-fr': 'Bon pour réparer les chaises, et pour leur pardonner.',
    'es-es': 'Bueno para arreglar sillas, y para perdonarlas.',
    'ar-sa': 'يُستحسن فيها إصلاح الكراسي ومسامحتها.',
  },
  {
    'zh-cn': '宜把家里所有的钟对一遍，再随便挑一个相信。',
    'en-us': 'Good for setting all the clocks in the house, then choosing one to believe.',
    'fr-fr': 'Bon pour mettre à l’heure toutes les pendules, puis en choisir une à croire.',
    'es-es': 'Bueno para poner en hora todos los relojes y luego elegir uno en que creer.',
    'ar-sa': 'يُستحسن فيها ضبط ساعات البيت كلّها، ثم اختيار واحدة لتصديقها.',
  },
  {
    'zh-cn': '宜种蒜，宜听人把话说完。',
    'en-us': 'Good for planting garlic, and for letting people finish their sentences.',
    'fr-fr': 'Bon pour planter l’ail et laisser les gens finir leurs phrases.',
    'es-es': 'Bueno para plantar ajos y para dejar que la gente termine sus frases.',
    'ar-sa': 'يُستحسن فيها زرع الثوم، والإصغاء حتى يُتمّ الناس كلامهم.',
  },
  {
    'zh-cn': '宜学一个新词，当天就用错它。',
    'en-us': 'Good for learning a new word and misusing it the same day.',
    'fr-fr': 'Bon pour apprendre un mot neuf et l’employer de travers le jour même.',
    'es-es': 'Bueno para aprender una palabra nueva y usarla mal ese mismo día.',
    'ar-sa': 'يُستحسن فيها تعلّم كلمة جديدة وإساءة استعمالها في اليوم نفسه.',
  },
  {
    'zh-cn': '宜走平日不走的那条路，走到一半再想为什么。',
    'en-us': 'Good for taking the other road, and wondering why when half-way along it.',
    'fr-fr': 'Bon pour prendre l’autre chemin, et se demander pourquoi à mi-route.',
    'es-es': 'Bueno para tomar el otro camino y preguntarse por qué a la mitad.',
    'ar-sa': 'يُستحسن فيها سلوك الطريق الآخر، والتساؤل عن السبب في منتصفه.',
  },
  {
    'zh-cn': '宜洗茶壶，宜不洗茶壶。',
    'en-us': 'Good for washing the teapot, and equally good for leaving it.',
    'fr-fr': 'Bon pour laver la théière, et tout aussi bon pour la laisser.',
    'es-es': 'Bueno para lavar la tetera, e igual de bueno para dejarla.',
    'ar-sa': 'يُستحسن فيها غسل الإبريق، ويُستحسن كذلك تركه.',
  },
  {
    'zh-cn': '宜把借来的东西还回去，带一个梨。',
    'en-us': 'Good for returning what was borrowed, with a pear.',
    'fr-fr': 'Bon pour rendre ce qu’on a emprunté, avec une poire.',
    'es-es': 'Bueno para devolver lo prestado, con una pera.',
    'ar-sa': 'يُستحسن فيها ردّ ما استُعير، ومعه إجّاصة.',
  },
  {
    'zh-cn': '宜坐在门槛上，什么也不等。',
    'en-us': 'Good for sitting on the doorstep and waiting for nothing.',
    'fr-fr': 'Bon pour s’asseoir sur le seuil et n’attendre rien.',
    'es-es': 'Bueno para sentarse en el umbral y no esperar nada.',
    'ar-sa': 'يُستحسن فيها الجلوس على العتبة من غير انتظار شيء.',
  },
  {
    'zh-cn': '宜给一棵树起名字，然后保密。',
    'en-us': 'Good for giving a tree a name and keeping it secret.',
    'fr-fr': 'Bon pour donner un nom à un arbre et le garder secret.',
    'es-es': 'Bueno para ponerle nombre a un árbol y guardar el secreto.',
    'ar-sa': 'يُستحسن فيها تسمية شجرة وكتمان اسمها.',
  },
  {
    'zh-cn': '宜唱歌给面团听。',
    'en-us': 'Good for singing to dough.',
    'fr-fr': 'Bon pour chanter à la pâte.',
    'es-es': 'Bueno para cantarle a la masa.',
    'ar-sa': 'يُستحسن فيها الغناء للعجين.',
  },
];

const cautions: readonly Words[] = [
  {
    'zh-cn': '忌算账：数目是对的，人是错的。',
    'en-us': 'Leave accounts alone: the sums will be right and the people wrong.',
    'fr-fr': 'Éviter les comptes : les chiffres seront justes et les gens, non.',
    'es-es': 'Evítense las cuentas: saldrán bien los números y mal las personas.',
    'ar-sa': 'ويُجتنب الحساب: تصحّ الأرقام ويخطئ الناس.',
  },
  {
    'zh-cn': '忌在梯子上想心事。',
    'en-us': 'Do not brood upon ladders.',
    'fr-fr': 'Ne pas ruminer sur une échelle.',
    'es-es': 'No conviene cavilar subido a una escalera.',
    'ar-sa': 'ويُجتنب الشرود على السلالم.',
  },
  {
    'zh-cn': '忌剪头发，除非已经剪了一半。',
    'en-us': 'No haircuts, unless one is already half done.',
    'fr-fr': 'Pas de coupe de cheveux, sauf si l’on en est à la moitié.',
    'es-es': 'Nada de cortes de pelo, salvo que ya se vaya por la mitad.',
    'ar-sa': 'ويُجتنب قصّ الشعر، إلا إن بلغ نصفه.',
  },
  {
    'zh-cn': '忌向山羊许诺。',
    'en-us': 'Promise nothing to goats.',
    'fr-fr': 'Ne rien promettre aux chèvres.',
    'es-es': 'No se prometa nada a las cabras.',
    'ar-sa': 'ويُجتنب وعد الماعز بأيّ شيء.',
  },
  {
    'zh-cn': '忌回头看，尤其是往左边。',
    'en-us': 'Do not look back, least of all over the left shoulder.',
    'fr-fr': 'Ne pas se retourner, surtout par la gauche.',
    'es-es': 'No se mire atrás, y menos por la izquierda.',
    'ar-sa': 'ويُجتنب الالتفات، ولا سيّما إلى اليسار.',
  },
  {
    'zh-cn': '忌打开去年没有打开的抽屉。',
    'en-us': 'Open no drawer that stayed shut last year.',
    'fr-fr': 'N’ouvrir aucun tiroir resté fermé l’an passé.',
    'es-es': 'No se abra ningún cajón que el año pasado quedara cerrado.',
    'ar-sa': 'ويُجتنب فتح دُرج لم يُفتح في العام الماضي.',
  },
  {
    'zh-cn': '忌夸奖锅里的饭，它会骄傲，然后糊掉。',
    'en-us': 'Do not praise what is in the pot; it grows proud and burns.',
    'fr-fr': 'Ne pas louer ce qui est au feu : il s’enorgueillit et brûle.',
    'es-es': 'No se alabe lo que está en la olla: se envanece y se quema.',
    'ar-sa': 'ويُجتنب مدح ما في القدر، فإنه يغترّ ويحترق.',
  },
  {
    'zh-cn': '忌同时说两种真话。',
    'en-us': 'Do not tell two truths at once.',
    'fr-fr': 'Ne pas dire deux vérités à la fois.',
    'es-es': 'No se digan dos verdades a la vez.',
    'ar-sa': 'ويُجتنب قول حقيقتين معًا.',
  },
  {
    'zh-cn': '忌借伞给走得快的人。',
    'en-us': 'Lend no umbrella to anyone who walks fast.',
    'fr-fr': 'Ne pas prêter de parapluie à qui marche vite.',
    'es-es': 'No se preste paraguas a quien camina deprisa.',
    'ar-sa': 'ويُجتنب إعارة المظلّة لمن يسرع في مشيه.',
  },
  {
    'zh-cn': '忌在井边讲井的坏话。',
    'en-us': 'Speak no ill of the well within its hearing.',
    'fr-fr': 'Ne pas médire du puits à portée de son oreille.',
    'es-es': 'No se hable mal del pozo donde pueda oírlo.',
    'ar-sa': 'ويُجتنب ذكر البئر بسوء على مسمع منها.',
  },
];

const sayings: readonly Words[] = [
  {
    'zh-cn': '老人说：小风不问路，所以从不迷路。',
    'en-us': 'The old people say: a small wind never asks the way, and so it is never lost.',
    'fr-fr': 'Les anciens disent : petit vent ne demande pas sa route, aussi ne se perd-il pas.',
    'es-es': 'Dicen los viejos: viento pequeño no pregunta el camino, y por eso no se pierde.',
    'ar-sa': 'يقول الشيوخ: الريح الصغيرة لا تسأل عن الطريق، فلا تضلّ.',
  },
  {
    'zh-cn': '老人说：关得住的，不是风。',
    'en-us': 'The old people say: if it can be shut in, it is no wind.',
    'fr-fr': 'Les anciens disent : ce qu’on peut enfermer n’est pas du vent.',
    'es-es': 'Dicen los viejos: lo que se puede encerrar no es viento.',
    'ar-sa': 'يقول الشيوخ: ما أمكن حبسه فليس بريح.',
  },
  {
    'zh-cn': '老人说：树记得每一阵风，只是不说。',
    'en-us': 'The old people say: the tree remembers every wind and does not tell.',
    'fr-fr': 'Les anciens disent : l’arbre se souvient de chaque vent et n’en dit rien.',
    'es-es': 'Dicen los viejos: el árbol recuerda todos los vientos y se lo calla.',
    'ar-sa': 'يقول الشيوخ: الشجرة تذكر كلّ ريح ولا تبوح.',
  },
  {
    'zh-cn': '老人说：先听见门响的人，去烧水。',
    'en-us': 'The old people say: whoever hears the door first puts the kettle on.',
    'fr-fr': 'Les anciens disent : qui entend la porte le premier met l’eau à chauffer.',
    'es-es': 'Dicen los viejos: quien primero oye la puerta pone el agua.',
    'ar-sa': 'يقول الشيوخ: من سمع الباب أوّلًا فليغلِ الماء.',
  },
  {
    'zh-cn': '老人说：风大看旗，风小看人。',
    'en-us': 'The old people say: in a great wind watch the flags, in a small one watch the faces.',
    'fr-fr': 'Les anciens disent : par grand vent regarde les drapeaux, par petit vent les visages.',
    'es-es': 'Dicen los viejos: con viento grande, mira las banderas; con viento chico, las caras.',
    'ar-sa': 'يقول الشيوخ: في الريح الكبيرة انظر إلى الرايات، وفي الصغيرة إلى الوجوه.',
  },
  {
    'zh-cn': '老人说：吹灭的灯，不怪风，怪灯芯短。',
    'en-us': 'The old people say: when the lamp goes out, blame the wick.',
    'fr-fr': 'Les anciens disent : si la lampe s’éteint, accuse la mèche.',
    'es-es': 'Dicen los viejos: si se apaga la lámpara, culpa a la mecha.',
    'ar-sa': 'يقول الشيوخ: إن انطفأ المصباح فالذنب ذنب الفتيل.',
  },
  {
    'zh-cn': '老人说：今天的风，昨天是谁的叹气。',
    'en-us': 'The old people say: today’s wind was somebody’s sigh yesterday.',
    'fr-fr': 'Les anciens disent : le vent d’aujourd’hui fut hier le soupir de quelqu’un.',
    'es-es': 'Dicen los viejos: el viento de hoy fue ayer el suspiro de alguien.',
    'ar-sa': 'يقول الشيوخ: ريح اليوم كانت أمس تنهيدة أحدهم.',
  },
];

/** One wind a chapter: which, when, what it is good for, what to beware of, and a saying. */
export function chapters(count: number): { title: Words; text: Words }[] {
  return Array.from({ length: count }, (_, index) => {
    const wind = winds[index % winds.length];
    const hour = hours[(index + Math.floor(index / winds.length)) % hours.length];
    const favour = favours[(index * 4 + Math.floor(index / 7)) % favours.length];
    const caution = cautions[(index * 3 + Math.floor(index / 9)) % cautions.length];
    const saying = sayings[(index * 2 + Math.floor(index / 5)) % sayings.length];
    if (!wind || !hour || !favour || !caution || !saying) throw new Error('the almanac has an empty list');
    const quoted = join([{ 'zh-cn': '> ', 'en-us': '> ', 'fr-fr': '> ', 'es-es': '> ', 'ar-sa': '> ' }, saying], '');
    return {
      title: titleOf(wind.name, hour.name),
      text: join([wind.text, hour.text, joinSentences(favour, caution), quoted], '\n\n'),
    };
  });
}

function titleOf(wind: Words, hour: Words): Words {
  return {
    'zh-cn': `${hour['zh-cn']}的${wind['zh-cn']}`,
    'en-us': `${wind['en-us']} ${hour['en-us']}`,
    'fr-fr': `${wind['fr-fr']} ${hour['fr-fr']}`,
    'es-es': `${wind['es-es']} ${hour['es-es']}`,
    'ar-sa': `${wind['ar-sa']} ${hour['ar-sa']}`,
  };
}
