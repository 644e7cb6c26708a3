import type { Words } from '../types.ts';
import { join, joinSentences, words } from './words.ts';

export const title = words(
  '小风历',
  'An Almanac of Small Winds',
  'L’Almanach des petits vents',
  'Almanaque de los vientos pequeños',
  'تقويم الرياح الصغيرة',
);
export const introduction = words(
  '大风有名字，小风没有。努尔丁·卡西米花了九年记下一百零八阵小风：它们几时来，宜做什么，忌做什么，以及老人们怎么说。',
  'Great winds have names; small ones go without. In nine years Nur al-Din al-Qasimi set down one hundred and eight of them: when they come, what they are good for, what to leave alone, and what the old people say.',
  'Les grands vents ont des noms, les petits s’en passent. En neuf ans, Nour al-Din al-Qasimi en a consigné cent huit : leur heure, ce à quoi ils sont bons, ce qu’il vaut mieux éviter, et ce qu’en disent les anciens.',
  'Los vientos grandes tienen nombre; los pequeños se pasan sin él. En nueve años, Nur al-Din al-Qasimi anotó ciento ocho: cuándo llegan, para qué sirven, qué conviene evitar y qué dicen los viejos.',
  'للرياح الكبيرة أسماء، أمّا الصغيرة فلا. في تسع سنين دوّن نور الدين القاسمي مئة وثماني رياح منها: متى تأتي، ولِمَ تصلح، وما يُجتنب فيها، وماذا يقول الشيوخ.',
);

type Named = { name: Words; text: Words };
const winds: readonly Named[] = [
  {
    name: words('面包风', 'The Bread Wind', 'Le vent du pain', 'El viento del pan', 'ريح الخبز'),
    text: words(
      '这阵风从烤炉的方向来，翻过三道墙还是热的。闻到的人会记起自己没吃早饭。',
      'It comes from the direction of the ovens and is still warm after three walls. Whoever smells it remembers that there was no breakfast.',
      'Il vient du côté des fours et reste chaud après trois murs. Qui le sent se rappelle n’avoir pas déjeuné.',
      'Viene de la parte de los hornos y sigue caliente después de tres tapias. Quien lo huele recuerda que no ha desayunado.',
      'تأتي من جهة الأفران وتبقى دافئة بعد ثلاثة جدران، ومن شمّها تذكّر أنه لم يفطر.',
    ),
  },
  {
    name: words('翻页风', 'The Page-Turner', 'Le tourne-page', 'El pasapáginas', 'مقلّبة الصفحات'),
    text: words(
      '它只有一根手指那么大的力气，专爱翻书，而且总是往回翻。',
      'It is as strong as one finger. It likes books, and it always turns back.',
      'Il a la force d’un doigt. Il aime les livres et tourne toujours vers l’arrière.',
      'Tiene la fuerza de un dedo. Le gustan los libros, y siempre pasa hacia atrás.',
      'قوّتها قوّة إصبع واحدة. تحبّ الكتب، ولا تقلّب إلا إلى الوراء.',
    ),
  },
  {
    name: words(
      '门缝风',
      'The Wind Under the Door',
      'Le vent sous la porte',
      'El viento de bajo la puerta',
      'ريح تحت الباب',
    ),
    text: words(
      '它从门底下进来，沿着墙根走一圈，把屋里的人认一遍，再从原路出去。',
      'It enters beneath the door, goes once around the skirting, makes sure of who is at home, and leaves the way it came.',
      'Il entre sous la porte, longe une fois les plinthes, vérifie qui est là et repart par où il est venu.',
      'Entra por debajo de la puerta, recorre una vez el rodapié, comprueba quién está en casa y se va por donde vino.',
      'تدخل من تحت الباب، وتطوف بالجدران مرّة، وتتفقّد أهل البيت، ثم تخرج من حيث دخلت.',
    ),
  },
  {
    name: words('井口风', 'The Well Wind', 'Le vent du puits', 'El viento del pozo', 'ريح البئر'),
    text: words(
      '井里升上来的风，带着石头的味道，凉得有礼貌。',
      'It rises out of the well with a smell of stone, and is cool in a polite way.',
      'Il monte du puits avec une odeur de pierre, frais, mais poliment.',
      'Sube del pozo con olor a piedra, y es fresco con buenos modales.',
      'تصعد من البئر برائحة الحجر، باردةً برودة مهذّبة.',
    ),
  },
  {
    name: words('晾衣风', 'The Washing-Day Wind', 'Le vent des lessives', 'El viento de la colada', 'ريح الغسيل'),
    text: words(
      '它钻进衬衫里，鼓起来，走两步，假装自己是个人。',
      'It gets into the shirts, fills them, takes a step or two, and pretends to be somebody.',
      'Il se glisse dans les chemises, les gonfle, fait deux pas et se prend pour quelqu’un.',
      'Se mete en las camisas, las hincha, da dos pasos y finge ser alguien.',
      'تدخل القمصان فتنفخها، وتخطو خطوتين، وتتظاهر بأنها أحد.',
    ),
  },
  {
    name: words(
      '旗角风',
      'The Flag-Corner Wind',
      'Le vent du coin de drapeau',
      'El viento de la punta de la bandera',
      'ريح طرف الراية',
    ),
    text: words(
      '整面旗都不动，只有一角在动。孩子们见了，便知道该放风筝了。',
      'The flag is still, all but one corner. Children see it and go for their kites.',
      'Le drapeau ne bouge pas, sauf un coin. Les enfants le voient et courent chercher leurs cerfs-volants.',
      'La bandera está quieta, menos una punta. La ven los niños y van por sus cometas.',
      'الراية ساكنة إلا طرفها. يراه الأطفال فيذهبون إلى طائراتهم الورقيّة.',
    ),
  },
  {
    name: words('灰烬风', 'The Ash Wind', 'Le vent des cendres', 'El viento de la ceniza', 'ريح الرماد'),
    text: words(
      '它在炉灰里睡觉，有人一开门，它便打个滚，把昨夜的火星翻出来给人看。',
      'It sleeps in the hearth. When a door opens it rolls over and shows whoever is there a spark of last night’s fire.',
      'Il dort dans l’âtre. Une porte s’ouvre : il se retourne et montre une étincelle du feu d’hier.',
      'Duerme en el hogar. Si se abre una puerta, se da la vuelta y enseña una chispa del fuego de anoche.',
      'تنام في الموقد، فإذا فُتح باب تقلّبت وأرت الداخلَ شرارة من نار البارحة.',
    ),
  },
  {
    name: words('骆驼风', 'The Camel Wind', 'Le vent des chameaux', 'El viento de los camellos', 'ريح الجِمال'),
    text: words(
      '它走得慢，驮着沙，走三步歇一歇，谁催它都没有用。',
      'It goes slowly, loaded with sand; it takes three steps and rests, and nobody has ever hurried it.',
      'Il va lentement, chargé de sable ; trois pas, une pause, et nul ne l’a jamais pressé.',
      'Va despacio, cargado de arena; da tres pasos y descansa, y nadie le ha metido nunca prisa.',
      'تسير على مهل محمّلة بالرمل، ثلاث خطوات ثم راحة، ولم يستعجلها أحد قطّ.',
    ),
  },
  {
    name: words('桂花风', 'The Jasmine Wind', 'Le vent du jasmin', 'El viento del jazmín', 'ريح الياسمين'),
    text: words(
      '它不是吹来的，是漏来的：隔壁的院墙太矮，香气装不下。',
      'It does not blow so much as spill: the garden wall next door is too low to hold it.',
      'Il souffle moins qu’il ne déborde : le mur du jardin voisin est trop bas pour le retenir.',
      'Más que soplar, rebosa: la tapia del jardín vecino es demasiado baja para contenerlo.',
      'لا تهبّ بل تفيض، فسور الحديقة المجاورة أقصر من أن يحبسها.',
    ),
  },
  {
    name: words('船歌风', 'The Rowers’ Wind', 'Le vent des rameurs', 'El viento de los remeros', 'ريح المجدّفين'),
    text: words(
      '它在水面上打着拍子，桨手不用数，跟着它划就是了。',
      'It beats time on the water. Rowers need not count; they follow it.',
      'Il bat la mesure sur l’eau. Les rameurs n’ont pas à compter ; ils le suivent.',
      'Marca el compás en el agua. Los remeros no tienen que contar; lo siguen.',
      'تضبط الإيقاع على الماء، فلا يعدّ المجدّفون، بل يتبعونها.',
    ),
  },
  {
    name: words('屋脊风', 'The Ridge-Tile Wind', 'Le vent des faîtes', 'El viento de los tejados', 'ريح القرميد'),
    text: words(
      '它在屋脊上坐着，看一眼东边，看一眼西边，决定今天哪边也不去。',
      'It sits on the ridge of the roof, looks east, looks west, and decides to go nowhere today.',
      'Il s’assied au faîte du toit, regarde à l’est, regarde à l’ouest, et décide de n’aller nulle part.',
      'Se sienta en el caballete del tejado, mira al este, mira al oeste y decide que hoy no va a ninguna parte.',
      'تجلس على حافّة السقف، تنظر شرقًا وتنظر غربًا، وتقرّر ألا تذهب اليوم إلى أيّ مكان.',
    ),
  },
  {
    name: words('信使风', 'The Letter Wind', 'Le vent des lettres', 'El viento de las cartas', 'ريح الرسائل'),
    text: words(
      '它来之前，纸先知道：桌上的信会自己挪一寸，朝着收信人的方向。',
      'Paper knows of it first. Letters on the table move by an inch, each toward the one it is meant for.',
      'Le papier le sait d’abord. Sur la table, les lettres avancent d’un pouce, chacune vers son destinataire.',
      'El papel lo sabe antes que nadie. Sobre la mesa, las cartas se mueven un dedo, cada una hacia su destinatario.',
      'الورق أوّل من يعلم بها: تتحرّك الرسائل على الطاولة إصبعًا، كلّ واحدة نحو صاحبها.',
    ),
  },
];

const hours: readonly Named[] = [
  {
    name: words('破晓', 'at daybreak', 'au point du jour', 'al romper el día', 'عند الفجر'),
    text: words(
      '它在公鸡之前到，在送奶人之后走。',
      'It arrives before the cock and leaves after the milk.',
      'Il arrive avant le coq et s’en va après le laitier.',
      'Llega antes que el gallo y se va después de la leche.',
      'تصل قبل الديك وتمضي بعد بائع الحليب.',
    ),
  },
  {
    name: words('正午', 'at noon', 'à midi', 'a mediodía', 'عند الظهيرة'),
    text: words(
      '它趁影子最短的时候来，因为那时谁也藏不住。',
      'It comes when shadows are shortest, since nobody can hide then.',
      'Il vient quand les ombres sont courtes : nul ne peut alors se cacher.',
      'Viene cuando las sombras son más cortas, porque entonces nadie se esconde.',
      'تأتي حين تقصر الظلال، إذ لا يختبئ يومئذٍ أحد.',
    ),
  },
  {
    name: words('午睡时', 'at the siesta', 'à la sieste', 'a la siesta', 'وقت القيلولة'),
    text: words(
      '整座城都睡着了，它踮着脚走路，只碰倒一样东西。',
      'The town is asleep. It goes on tiptoe and knocks over one thing only.',
      'La ville dort. Il va sur la pointe des pieds et ne renverse qu’une chose.',
      'El pueblo duerme. Va de puntillas y solo tira una cosa.',
      'المدينة نائمة، فتمشي على أطراف أصابعها ولا تُسقط إلا شيئًا واحدًا.',
    ),
  },
  {
    name: words('黄昏', 'at dusk', 'à la brune', 'al anochecer', 'عند الغروب'),
    text: words(
      '点灯的人最熟悉它：它总是先试一试火柴。',
      'Lamplighters know it best, for it tries the match first.',
      'Les allumeurs de réverbères le connaissent : il essaie d’abord l’allumette.',
      'Los faroleros lo conocen bien: primero prueba la cerilla.',
      'يعرفها مشعلو المصابيح أكثر من غيرهم، لأنها تجرّب عود الثقاب أوّلًا.',
    ),
  },
  {
    name: words('月出', 'at moonrise', 'au lever de la lune', 'al salir la luna', 'عند طلوع القمر'),
    text: words(
      '它把月亮往上推，推到屋檐那么高就没力气了。',
      'It pushes the moon up as far as the eaves, and there its strength gives out.',
      'Il pousse la lune jusqu’aux gouttières, puis n’en peut plus.',
      'Empuja la luna hasta los aleros, y ahí se le acaban las fuerzas.',
      'تدفع القمر إلى علوّ الأفاريز، ثم تخور قواها.',
    ),
  },
  {
    name: words('子夜', 'at midnight', 'à minuit', 'a medianoche', 'عند منتصف الليل'),
    text: words(
      '只有失眠的人和面包师听得见它。',
      'Only the sleepless and the bakers hear it.',
      'Seuls l’entendent les insomniaques et les boulangers.',
      'Solo lo oyen los desvelados y los panaderos.',
      'لا يسمعها إلا الساهرون والخبّازون.',
    ),
  },
  {
    name: words('雨前', 'before rain', 'avant la pluie', 'antes de la lluvia', 'قبيل المطر'),
    text: words(
      '它走在雨的前头，替雨敲门。',
      'It walks ahead of the rain and knocks for it.',
      'Il marche devant la pluie et frappe pour elle.',
      'Va delante de la lluvia y llama por ella a las puertas.',
      'تسير أمام المطر وتطرق الأبواب نيابةً عنه.',
    ),
  },
  {
    name: words('雨后', 'after rain', 'après la pluie', 'después de la lluvia', 'بعد المطر'),
    text: words(
      '它数屋檐上的水滴，数错了便重来。',
      'It counts the drops along the eaves, and when it goes wrong it begins again.',
      'Il compte les gouttes au bord des toits et recommence quand il se trompe.',
      'Cuenta las gotas del alero, y si se equivoca vuelve a empezar.',
      'تعدّ القطرات على الأفاريز، فإن أخطأت أعادت.',
    ),
  },
  {
    name: words('初雪', 'at first snow', 'à la première neige', 'con la primera nieve', 'مع أوّل الثلج'),
    text: words(
      '它陪第一片雪花下来，怕它一个人不敢落地。',
      'It comes down with the first flake, lest it be afraid to land alone.',
      'Il descend avec le premier flocon, de peur qu’il n’ose se poser seul.',
      'Baja con el primer copo, no sea que le dé miedo posarse solo.',
      'تنزل مع أوّل ندفة خشية أن تخاف الهبوط وحدها.',
    ),
  },
];

const favours: readonly Words[] = [
  words(
    '宜写信给三年没有写过的人。',
    'Good for writing to someone you have not written to in three years.',
    'Bon pour écrire à qui l’on n’a pas écrit depuis trois ans.',
    'Bueno para escribir a quien no se ha escrito en tres años.',
    'يُستحسن فيها أن تكتب لمن لم تكتب له منذ ثلاث سنين.',
  ),
  words(
    '宜修椅子，宜原谅椅子。',
    'Good for mending chairs, and for forgiving them.',
    'Bon pour réparer les chaises, et pour leur pardonner.',
    'Bueno para arreglar sillas, y para perdonarlas.',
    'يُستحسن فيها إصلاح الكراسي ومسامحتها.',
  ),
  words(
    '宜把家里所有的钟对一遍，再随便挑一个相信。',
    'Good for setting all the clocks in the house, then choosing one to believe.',
    'Bon pour mettre à l’heure toutes les pendules, puis en choisir une à croire.',
    'Bueno para poner en hora todos los relojes y luego elegir uno en que creer.',
    'يُستحسن فيها ضبط ساعات البيت كلّها، ثم اختيار واحدة لتصديقها.',
  ),
  words(
    '宜种蒜，宜听人把话说完。',
    'Good for planting garlic, and for letting people finish their sentences.',
    'Bon pour planter l’ail et laisser les gens finir leurs phrases.',
    'Bueno para plantar ajos y para dejar que la gente termine sus frases.',
    'يُستحسن فيها زرع الثوم، والإصغاء حتى يُتمّ الناس كلامهم.',
  ),
  words(
    '宜学一个新词，当天就用错它。',
    'Good for learning a new word and misusing it the same day.',
    'Bon pour apprendre un mot neuf et l’employer de travers le jour même.',
    'Bueno para aprender una palabra nueva y usarla mal ese mismo día.',
    'يُستحسن فيها تعلّم كلمة جديدة وإساءة استعمالها في اليوم نفسه.',
  ),
  words(
    '宜走平日不走的那条路，走到一半再想为什么。',
    'Good for taking the other road, and wondering why when half-way along it.',
    'Bon pour prendre l’autre chemin, et se demander pourquoi à mi-route.',
    'Bueno para tomar el otro camino y preguntarse por qué a la mitad.',
    'يُستحسن فيها سلوك الطريق الآخر، والتساؤل عن السبب في منتصفه.',
  ),
  words(
    '宜洗茶壶，宜不洗茶壶。',
    'Good for washing the teapot, and equally good for leaving it.',
    'Bon pour laver la théière, et tout aussi bon pour la laisser.',
    'Bueno para lavar la tetera, e igual de bueno para dejarla.',
    'يُستحسن فيها غسل الإبريق، ويُستحسن كذلك تركه.',
  ),
  words(
    '宜把借来的东西还回去，带一个梨。',
    'Good for returning what was borrowed, with a pear.',
    'Bon pour rendre ce qu’on a emprunté, avec une poire.',
    'Bueno para devolver lo prestado, con una pera.',
    'يُستحسن فيها ردّ ما استُعير، ومعه إجّاصة.',
  ),
  words(
    '宜坐在门槛上，什么也不等。',
    'Good for sitting on the doorstep and waiting for nothing.',
    'Bon pour s’asseoir sur le seuil et n’attendre rien.',
    'Bueno para sentarse en el umbral y no esperar nada.',
    'يُستحسن فيها الجلوس على العتبة من غير انتظار شيء.',
  ),
  words(
    '宜给一棵树起名字，然后保密。',
    'Good for giving a tree a name and keeping it secret.',
    'Bon pour donner un nom à un arbre et le garder secret.',
    'Bueno para ponerle nombre a un árbol y guardar el secreto.',
    'يُستحسن فيها تسمية شجرة وكتمان اسمها.',
  ),
  words(
    '宜唱歌给面团听。',
    'Good for singing to dough.',
    'Bon pour chanter à la pâte.',
    'Bueno para cantarle a la masa.',
    'يُستحسن فيها الغناء للعجين.',
  ),
];

const cautions: readonly Words[] = [
  words(
    '忌算账：数目是对的，人是错的。',
    'Leave accounts alone: the sums will be right and the people wrong.',
    'Éviter les comptes : les chiffres seront justes et les gens, non.',
    'Evítense las cuentas: saldrán bien los números y mal las personas.',
    'ويُجتنب الحساب: تصحّ الأرقام ويخطئ الناس.',
  ),
  words(
    '忌在梯子上想心事。',
    'Do not brood upon ladders.',
    'Ne pas ruminer sur une échelle.',
    'No conviene cavilar subido a una escalera.',
    'ويُجتنب الشرود على السلالم.',
  ),
  words(
    '忌剪头发，除非已经剪了一半。',
    'No haircuts, unless one is already half done.',
    'Pas de coupe de cheveux, sauf si l’on en est à la moitié.',
    'Nada de cortes de pelo, salvo que ya se vaya por la mitad.',
    'ويُجتنب قصّ الشعر، إلا إن بلغ نصفه.',
  ),
  words(
    '忌向山羊许诺。',
    'Promise nothing to goats.',
    'Ne rien promettre aux chèvres.',
    'No se prometa nada a las cabras.',
    'ويُجتنب وعد الماعز بأيّ شيء.',
  ),
  words(
    '忌回头看，尤其是往左边。',
    'Do not look back, least of all over the left shoulder.',
    'Ne pas se retourner, surtout par la gauche.',
    'No se mire atrás, y menos por la izquierda.',
    'ويُجتنب الالتفات، ولا سيّما إلى اليسار.',
  ),
  words(
    '忌打开去年没有打开的抽屉。',
    'Open no drawer that stayed shut last year.',
    'N’ouvrir aucun tiroir resté fermé l’an passé.',
    'No se abra ningún cajón que el año pasado quedara cerrado.',
    'ويُجتنب فتح دُرج لم يُفتح في العام الماضي.',
  ),
  words(
    '忌夸奖锅里的饭，它会骄傲，然后糊掉。',
    'Do not praise what is in the pot; it grows proud and burns.',
    'Ne pas louer ce qui est au feu : il s’enorgueillit et brûle.',
    'No se alabe lo que está en la olla: se envanece y se quema.',
    'ويُجتنب مدح ما في القدر، فإنه يغترّ ويحترق.',
  ),
  words(
    '忌同时说两种真话。',
    'Do not tell two truths at once.',
    'Ne pas dire deux vérités à la fois.',
    'No se digan dos verdades a la vez.',
    'ويُجتنب قول حقيقتين معًا.',
  ),
  words(
    '忌借伞给走得快的人。',
    'Lend no umbrella to anyone who walks fast.',
    'Ne pas prêter de parapluie à qui marche vite.',
    'No se preste paraguas a quien camina deprisa.',
    'ويُجتنب إعارة المظلّة لمن يسرع في مشيه.',
  ),
  words(
    '忌在井边讲井的坏话。',
    'Speak no ill of the well within its hearing.',
    'Ne pas médire du puits à portée de son oreille.',
    'No se hable mal del pozo donde pueda oírlo.',
    'ويُجتنب ذكر البئر بسوء على مسمع منها.',
  ),
];

const sayings: readonly Words[] = [
  words(
    '老人说：小风不问路，所以从不迷路。',
    'The old people say: a small wind never asks the way, and so it is never lost.',
    'Les anciens disent : petit vent ne demande pas sa route, aussi ne se perd-il pas.',
    'Dicen los viejos: viento pequeño no pregunta el camino, y por eso no se pierde.',
    'يقول الشيوخ: الريح الصغيرة لا تسأل عن الطريق، فلا تضلّ.',
  ),
  words(
    '老人说：关得住的，不是风。',
    'The old people say: if it can be shut in, it is no wind.',
    'Les anciens disent : ce qu’on peut enfermer n’est pas du vent.',
    'Dicen los viejos: lo que se puede encerrar no es viento.',
    'يقول الشيوخ: ما أمكن حبسه فليس بريح.',
  ),
  words(
    '老人说：树记得每一阵风，只是不说。',
    'The old people say: the tree remembers every wind and does not tell.',
    'Les anciens disent : l’arbre se souvient de chaque vent et n’en dit rien.',
    'Dicen los viejos: el árbol recuerda todos los vientos y se lo calla.',
    'يقول الشيوخ: الشجرة تذكر كلّ ريح ولا تبوح.',
  ),
  words(
    '老人说：先听见门响的人，去烧水。',
    'The old people say: whoever hears the door first puts the kettle on.',
    'Les anciens disent : qui entend la porte le premier met l’eau à chauffer.',
    'Dicen los viejos: quien primero oye la puerta pone el agua.',
    'يقول الشيوخ: من سمع الباب أوّلًا فليغلِ الماء.',
  ),
  words(
    '老人说：风大看旗，风小看人。',
    'The old people say: in a great wind watch the flags, in a small one watch the faces.',
    'Les anciens disent : par grand vent regarde les drapeaux, par petit vent les visages.',
    'Dicen los viejos: con viento grande, mira las banderas; con viento chico, las caras.',
    'يقول الشيوخ: في الريح الكبيرة انظر إلى الرايات، وفي الصغيرة إلى الوجوه.',
  ),
  words(
    '老人说：吹灭的灯，不怪风，怪灯芯短。',
    'The old people say: when the lamp goes out, blame the wick.',
    'Les anciens disent : si la lampe s’éteint, accuse la mèche.',
    'Dicen los viejos: si se apaga la lámpara, culpa a la mecha.',
    'يقول الشيوخ: إن انطفأ المصباح فالذنب ذنب الفتيل.',
  ),
  words(
    '老人说：今天的风，昨天是谁的叹气。',
    'The old people say: today’s wind was somebody’s sigh yesterday.',
    'Les anciens disent : le vent d’aujourd’hui fut hier le soupir de quelqu’un.',
    'Dicen los viejos: el viento de hoy fue ayer el suspiro de alguien.',
    'يقول الشيوخ: ريح اليوم كانت أمس تنهيدة أحدهم.',
  ),
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
    const quoted = join([words('> ', '> ', '> ', '> ', '> '), saying], '');
    return {
      title: titleOf(wind.name, hour.name),
      text: join([wind.text, hour.text, joinSentences(favour, caution), quoted], '\n\n'),
    };
  });
}

function titleOf(wind: Words, hour: Words): Words {
  return words(
    `${hour['zh-cn']}的${wind['zh-cn']}`,
    `${wind['en-us']} ${hour['en-us']}`,
    `${wind['fr-fr']} ${hour['fr-fr']}`,
    `${wind['es-es']} ${hour['es-es']}`,
    `${wind['ar-sa']} ${hour['ar-sa']}`,
  );
}
