export const title = {
  'zh-cn': '不出鞘',
  'en-us': 'The Sword That Stayed Asleep',
  'fr-fr': 'L’Épée endormie',
  'es-es': 'La espada dormida',
  'ar-sa': 'السيف النائم',
};
export const introduction = {
  'zh-cn':
    '苍梧岭上有家小客栈，掌柜陆鸣靠煮面过活，墙上挂着一把谁也没见过出鞘的剑。江湖人翻山越岭来求一战，他只问一句：吃了没有？',
  'en-us':
    'High in the Cangwu pass, Lu Ming boils noodles for a living beneath a sword no one has ever seen drawn. Swordsmen cross three provinces to challenge him. He asks them all the same thing: have you eaten?',
  'fr-fr':
    'Au col de Cangwu, Lu Ming gagne sa vie en faisant cuire des nouilles, sous une épée que nul n’a jamais vue hors du fourreau. On traverse trois provinces pour le défier. À tous, il pose la même question : avez-vous mangé ?',
  'es-es':
    'En lo alto del paso de Cangwu, Lu Ming se gana la vida cociendo fideos bajo una espada que nadie ha visto desnuda. Los espadachines cruzan tres provincias para retarlo. A todos les pregunta lo mismo: ¿ha comido ya?',
  'ar-sa':
    'في أعلى ممرّ تسانغوو يكسب لو مينغ رزقه من سلق الشعيرية تحت سيف لم يره أحد خارج غمده. يعبر المبارزون ثلاث ولايات ليتحدّوه، فيسألهم جميعًا السؤال نفسه: هل أكلت؟',
};

export const chapters = [
  {
    title: {
      'zh-cn': '苍梧岭的客栈',
      'en-us': 'The Inn at the Pass',
      'fr-fr': 'L’auberge du col',
      'es-es': 'La posada del paso',
      'ar-sa': 'نُزُل الممرّ',
    },
    text: {
      'zh-cn': `苍梧岭的雪，一年要下五个月。岭上只有一条路，路边只有一家客栈，客栈里只有一个掌柜。

掌柜姓陆，单名一个鸣字，四十来岁，手上全是面粉。他煮的面算不得好，可翻过这座岭的人没有一个说不好——冻了半日的人，喝什么都是热的。

堂屋正中的墙上挂着一把剑。剑鞘乌黑，缠着一道褪色的红绳，绳上打了个死结。来往的客人少不得要问：“掌柜的，这剑有年头了罢？”

陆鸣便抬头看一眼，像是头一回看见它，答道：“挂在那里挡风的。墙上有个洞。”

客人大笑，也就不再问了。

腊月十九这天，雪下得看不见自己的脚尖。天快黑时，门被人一脚踢开，风裹着雪灌进来，灶里的火矮了一截。进来的是个少年，不过十七八岁，眉毛上结着霜，背上斜背一口长剑，剑穗是新的。

“陆鸣何在？”

“在煮面。”陆鸣说，“把门带上。”

少年没有动。“我姓谢，名无疾，自临安来，走了四十一天。家师说，天下有一把剑从未败过，因为它从未出鞘。我不信。我来请它出鞘。”

堂里还坐着三个贩皮货的客人，筷子都停在了半空。只有锅里的水咕嘟咕嘟，像是在替谁着急。

陆鸣捞起面，浇了一勺羊汤，又多放了一撮葱花，端到靠火的那张桌上。

“四十一天。”他说，“吃了没有？”

少年怔住了。他一路上想过陆鸣会如何答他：冷笑，叹息，一言不发地取剑。他把这三种情形都在心里演练过，每一种都有应对的招式。独独没有想过这一句。

他的肚子先于他的剑，响了一声。

> 后来谢无疾对人说，他这辈子只输过一次，输给了一碗面。`,
      'en-us': `In the Cangwu pass it snows five months of the year. There is one road over it, one inn beside the road, and one man who keeps the inn.

His name was Lu Ming. He was past forty and had flour up to his elbows. His noodles were nothing remarkable, yet nobody who had crossed the pass ever said so, for to a man frozen since morning anything warm is a feast.

On the wall of the main room hung a sword. Its scabbard was black, bound with a faded red cord, and the cord was tied in a knot that had no beginning. Sooner or later every guest would ask. "That is an old blade, landlord?"

Lu Ming would look up as though noticing it for the first time. "It keeps the draught out," he would say. "There is a hole in the wall."

The guests laughed, and asked no more.

On the nineteenth of the last month the snow fell so thick that a man could not see his own boots. Near dark the door was kicked open; the wind came in with its arms full, and the fire ducked. Behind it stood a boy of seventeen or eighteen with frost in his eyebrows and a long sword slanted across his back. The tassel was new.

"Where is Lu Ming?"

"Cooking," said Lu Ming. "Shut the door."

The boy did not move. "I am Xie Wuji of Lin'an. I have walked forty-one days. My master says there is one sword in the world that has never lost, because it has never been drawn. I do not believe it. I have come to ask it out."

Three fur traders sat with their chopsticks in mid-air. Only the pot went on talking, as if it were anxious on somebody's behalf.

Lu Ming lifted the noodles, ladled mutton broth over them, added more scallion than he charged for, and set the bowl on the table nearest the fire.

"Forty-one days," he said. "Have you eaten?"

The boy stood quite still. On the road he had imagined a sneer, a sigh, a silent reach for the blade. He had practised an answer to each of the three. He had not practised this.

His stomach drew before his sword did.

> In later years Xie Wuji liked to say that he had been beaten only once in his life, and by a bowl of noodles.`,
      'fr-fr': `Au col de Cangwu, il neige cinq mois par an. Une seule route le franchit, une seule auberge la borde, un seul homme tient l’auberge.

Il s’appelait Lu Ming. Il avait passé la quarantaine et portait de la farine jusqu’aux coudes. Ses nouilles n’avaient rien d’extraordinaire, mais aucun voyageur ne s’en plaignait : à qui gèle depuis le matin, tout ce qui fume est un festin.

Au mur de la salle pendait une épée. Le fourreau était noir, ceint d’un cordon rouge passé, et le cordon se fermait sur un nœud sans commencement. Tôt ou tard, chaque client posait la question : « Une vieille lame, patron ? »

Lu Ming levait les yeux comme s’il la découvrait. « Elle arrête le courant d’air, disait-il. Il y a un trou dans le mur. »

On riait, et l’on n’en parlait plus.

Le dix-neuf du dernier mois, la neige tombait si dru qu’on ne voyait plus ses propres bottes. À la nuit, un coup de pied ouvrit la porte ; le vent entra les bras chargés et le feu baissa la tête. Sur le seuil se tenait un garçon de dix-sept ou dix-huit ans, du givre aux sourcils, une longue épée en travers du dos. Le gland en était neuf.

« Où est Lu Ming ?

— Aux fourneaux, dit Lu Ming. Fermez la porte. »

Le garçon ne bougea pas. « Je suis Xie Wuji, de Lin’an. J’ai marché quarante et un jours. Mon maître dit qu’il existe une épée qui n’a jamais perdu, parce qu’elle n’est jamais sortie. Je n’en crois rien. Je viens la prier de sortir. »

Trois marchands de fourrures restaient les baguettes en l’air. Seule la marmite continuait de parler, comme inquiète pour quelqu’un.

Lu Ming leva les nouilles, versa dessus une louche de bouillon de mouton, ajouta plus de ciboule qu’il n’en comptait au client, et posa le bol sur la table la plus proche du feu.

« Quarante et un jours, dit-il. Avez-vous mangé ? »

Le garçon demeura interdit. En chemin, il avait imaginé un ricanement, un soupir, une main muette vers la lame. À chacun des trois il avait préparé une parade. Pas à cela.

Son ventre dégaina avant lui.

> Plus tard, Xie Wuji aimait à dire qu’on ne l’avait battu qu’une fois dans sa vie, et que c’était un bol de nouilles.`,
      'es-es': `En el paso de Cangwu nieva cinco meses al año. Lo cruza un solo camino, junto al camino hay una sola posada, y un solo hombre la atiende.

Se llamaba Lu Ming. Pasaba de los cuarenta y llevaba harina hasta los codos. Sus fideos no eran nada del otro mundo, pero nadie que hubiera cruzado el paso lo decía: para quien lleva helado desde la mañana, todo lo que humea es un banquete.

En la pared de la sala colgaba una espada. La vaina era negra, ceñida por un cordón rojo ya desvaído, y el cordón acababa en un nudo que no empezaba en ninguna parte. Tarde o temprano, todos preguntaban: «¿Es vieja esa hoja, patrón?».

Lu Ming alzaba la vista como si la viera por primera vez. «Tapa la corriente —decía—. Hay un agujero en la pared.»

Los huéspedes se reían y no preguntaban más.

El día diecinueve del último mes nevaba tanto que uno no se veía las botas. Al anochecer, una patada abrió la puerta; el viento entró con los brazos llenos y el fuego agachó la cabeza. Detrás venía un muchacho de diecisiete o dieciocho años, con escarcha en las cejas y una espada larga cruzada a la espalda. La borla era nueva.

—¿Dónde está Lu Ming?

—Cocinando —dijo Lu Ming—. Cierre la puerta.

El muchacho no se movió.

—Soy Xie Wuji, de Lin'an. He caminado cuarenta y un días. Mi maestro dice que hay en el mundo una espada que nunca ha perdido, porque nunca ha salido de su vaina. No lo creo. Vengo a pedirle que salga.

Tres tratantes de pieles se quedaron con los palillos en el aire. Solo la olla siguió hablando, como inquieta por alguien.

Lu Ming sacó los fideos, les echó un cucharón de caldo de cordero, añadió más cebolleta de la que cobraba y puso el cuenco en la mesa más cercana al fuego.

—Cuarenta y un días —dijo—. ¿Ha comido ya?

El muchacho se quedó inmóvil. Por el camino había imaginado una burla, un suspiro, una mano callada que buscaba el acero. Para cada una tenía ensayada una respuesta. Para esto, no.

Su estómago desenvainó antes que él.

> Años después, Xie Wuji solía decir que en toda su vida solo lo habían vencido una vez, y que había sido un cuenco de fideos.`,
      'ar-sa': `في ممرّ تسانغوو يتساقط الثلج خمسة أشهر من السنة. لا يعبره إلا طريق واحد، وعلى الطريق نُزُل واحد، وفي النُّزُل رجل واحد.

اسمه لو مينغ. جاوز الأربعين، والدقيق يغطّي ذراعيه حتى المرفقين. لم تكن شعيريته من العجائب، غير أن أحدًا ممّن عبروا الممرّ لم يقل ذلك قطّ، فمن تجمّد منذ الصباح رأى في كل ساخن وليمة.

على جدار القاعة عُلِّق سيف. غمده أسود، يلفّه خيط أحمر بهت لونه، وقد عُقد الخيط عقدةً لا أوّل لها. وكان كل نزيل يسأل عاجلًا أو آجلًا: «سيف عتيق هذا يا صاحب النُّزُل؟»

فيرفع لو مينغ بصره كأنه يراه للمرّة الأولى ويقول: «يسدّ عنّا الريح. في الجدار ثقب».

فيضحك النزلاء ولا يعودون إلى السؤال.

في اليوم التاسع عشر من آخر شهور السنة اشتدّ الثلج حتى لم يعد المرء يرى حذاءه. وقُبيل الليل فُتح الباب بركلة، فدخلت الريح ملء ذراعيها وانحنت النار. ووقف خلفها فتى في السابعة عشرة أو الثامنة عشرة، على حاجبيه صقيع، وعلى ظهره سيف طويل جديد الشُّرّابة.

«أين لو مينغ؟»

قال لو مينغ: «يطبخ. أغلق الباب».

لم يتحرّك الفتى. «أنا شيه ووجي من لين آن. مشيتُ واحدًا وأربعين يومًا. يقول معلّمي إن في الدنيا سيفًا لم يُهزم قطّ لأنه لم يُسَلّ قطّ. وأنا لا أصدّق. جئت أدعوه إلى الخروج».

تجمّدت العيدان في أيدي ثلاثة من تجّار الفراء. وحدها القدر واصلت كلامها كأنها قلقة على أحد.

رفع لو مينغ الشعيرية، وصبّ عليها مغرفة من مرق الضأن، وزادها من البصل الأخضر فوق ما يتقاضى ثمنه، ووضع الوعاء على أقرب طاولة إلى النار.

قال: «واحد وأربعون يومًا. هل أكلت؟»

وقف الفتى مبهوتًا. كان قد تخيّل في طريقه سخريةً أو تنهيدةً أو يدًا تمتدّ صامتةً إلى النصل، وأعدّ لكلٍّ منها جوابًا. أمّا هذا فلم يُعدّ له شيئًا.

فسبقت معدتُه سيفَه.

> وكان شيه ووجي يحبّ أن يقول في كِبَره إنه لم يُغلَب في حياته إلا مرّة واحدة، وقد غلبه وعاء شعيرية.`,
    },
  },
  {
    title: {
      'zh-cn': '数步子的人',
      'en-us': 'The Man Who Counted Steps',
      'fr-fr': 'L’homme qui comptait ses pas',
      'es-es': 'El hombre que contaba pasos',
      'ar-sa': 'الرجل الذي يعدّ خطواته',
    },
    text: {
      'zh-cn': `谢无疾在客栈住下了。他说等雪停，雪停了又说等路干。其实他每日都盯着墙上那把剑。

他学会了揉面。揉面要用腰，不能用手；手会累，腰不会。陆鸣只说过一遍，他便记住了，因为他的师父教剑时说的是同一句话。

正月里来了第二个求战的人。

这人五十上下，瘦得像一根竹竿，走路极轻，嘴唇不停地动。谢无疾听了半晌，听出他在数数。

“七万三千四百零六。”那人跨过门槛，长出一口气，“从我家到你这里，七万三千四百零六步。陆掌柜，三十年前，你师父在这条路上让了我一步，我便欠他一步。欠了三十年，睡不好。”

“我师父过世十一年了。”陆鸣说。

“我知道。所以我来还给你。”

两人到了院子里。谢无疾扒着窗户看，心跳得厉害——他终于要看见那把剑了。

可是陆鸣空着手出去的。他在雪地里站定，那瘦子也站定，中间隔着七步。风从岭上下来，吹起一层细雪，像有人抖开一匹白布。

瘦子向前迈了一步。陆鸣退了一步。瘦子再迈，陆鸣再退。如此七步，退到了院墙根，再无可退。瘦子的手已按在剑柄上，青筋一根根凸起来。

这时陆鸣向旁边让开了。

他身后的墙根下，雪里开着一枝梅花，是今年的头一枝。瘦子的第八步若是迈出去，正好踩在上面。

瘦子的脚悬在半空，悬了很久。然后他慢慢地把脚收了回来。

“一步。”他说，声音忽然老了，“还清了。”

那天晚上，他在火边睡着了，睡得极沉，嘴唇一动不动。

谢无疾却一夜没有合眼。他想：剑根本没有离开墙。可是那院子里，明明有人赢了，又明明没有人输。`,
      'en-us': `Xie Wuji stayed. He would wait, he said, until the snow stopped; and when it stopped, until the road was dry. In truth he was waiting for the sword on the wall.

He learned to knead. One kneads from the waist and not from the hands, for hands grow tired and the waist does not. Lu Ming told him only once. The boy remembered, because his master had said the same words about fencing.

In the first month a second challenger came.

This one was fifty or so and thin as a bamboo pole. He walked without a sound, and his lips never stopped moving. The boy listened for some time before he understood that the man was counting.

"Seventy-three thousand four hundred and six." The stranger stepped across the threshold and let out his breath. "That is how far it is from my house to yours. Thirty years ago, on this road, your master gave way to me by one step. I have owed it ever since, and I do not sleep well."

"My master has been dead eleven years," said Lu Ming.

"I know. So I have come to pay it to you."

They went out into the yard. The boy pressed his face to the window; his heart was loud. Now at last he would see it.

But Lu Ming had gone out with empty hands. He stood in the snow and the thin man stood facing him, seven paces off. Wind came down from the ridge and shook the loose snow open like a bolt of white cloth.

The thin man took a step forward. Lu Ming took a step back. Another, and another. At the seventh Lu Ming's heel touched the wall and there was nowhere left to go. The thin man's hand was on his hilt, every vein standing.

Then Lu Ming moved aside.

Behind him, at the foot of the wall, a branch of plum had opened in the snow, the first of the year. The eighth step, if it were taken, would come down exactly there.

The foot hung in the air for a long time. Then, slowly, it went back to where it came from.

"One step," said the thin man, and all at once his voice was old. "Paid."

He slept beside the fire that night like a stone in a river, and his lips were still.

The boy did not sleep at all. The sword, he thought, had never left the wall. Yet someone in that yard had won, and nobody had lost.`,
      'fr-fr': `Xie Wuji resta. Il attendrait, disait-il, que la neige cesse ; puis, quand elle eut cessé, que la route sèche. En vérité, il attendait l’épée du mur.

Il apprit à pétrir. On pétrit avec les reins et non avec les mains, car les mains se fatiguent et les reins non. Lu Ming ne le lui dit qu’une fois. Le garçon retint : son maître avait employé les mêmes mots pour l’escrime.

Au premier mois vint un second adversaire.

Celui-là pouvait avoir cinquante ans ; il était maigre comme une perche de bambou. Il marchait sans bruit et ses lèvres remuaient toujours. Le garçon tendit longtemps l’oreille avant de comprendre qu’il comptait.

« Soixante-treize mille quatre cent six. » L’inconnu passa le seuil et relâcha son souffle. « C’est la distance de ma maison à la vôtre. Il y a trente ans, sur cette route, votre maître m’a cédé un pas. Je le lui dois depuis, et je dors mal.

— Mon maître est mort il y a onze ans, dit Lu Ming.

— Je le sais. C’est donc à vous que je viens le rendre. »

Ils sortirent dans la cour. Le garçon colla son visage à la fenêtre ; son cœur cognait. Il allait enfin la voir.

Mais Lu Ming était sorti les mains vides. Il se tint dans la neige, et l’homme maigre en face de lui, à sept pas. Le vent descendit de la crête et secoua la poudreuse comme on déplie une pièce de toile blanche.

L’homme maigre avança d’un pas. Lu Ming recula d’un pas. Un autre, un autre encore. Au septième, son talon toucha le mur : il n’y avait plus où aller. La main de l’autre serrait la poignée, toutes veines dehors.

Alors Lu Ming s’écarta.

Derrière lui, au pied du mur, une branche de prunier avait fleuri dans la neige, la première de l’année. Le huitième pas, s’il était fait, tomberait juste dessus.

Le pied resta suspendu longtemps. Puis, lentement, il retourna d’où il venait.

« Un pas, dit l’homme maigre, et sa voix soudain fut vieille. Quitte. »

Cette nuit-là, il dormit près du feu comme une pierre au fond d’une rivière, et ses lèvres se taisaient.

Le garçon, lui, ne ferma pas l’œil. L’épée, songeait-il, n’avait pas quitté le mur. Pourtant quelqu’un, dans cette cour, avait gagné, et personne n’avait perdu.`,
      'es-es': `Xie Wuji se quedó. Esperaría, decía, a que dejara de nevar; y cuando dejó, a que se secara el camino. En realidad esperaba a la espada de la pared.

Aprendió a amasar. Se amasa con la cintura y no con las manos, porque las manos se cansan y la cintura no. Lu Ming se lo dijo una sola vez. El muchacho lo recordó: su maestro había usado las mismas palabras para la esgrima.

En el primer mes llegó un segundo retador.

Tendría unos cincuenta años y era flaco como una caña de bambú. Caminaba sin ruido y no dejaba de mover los labios. El muchacho tardó en comprender que iba contando.

—Setenta y tres mil cuatrocientos seis. —El desconocido cruzó el umbral y soltó el aliento—. Eso hay de mi casa a la suya. Hace treinta años, en este camino, su maestro me cedió un paso. Se lo debo desde entonces, y no duermo bien.

—Mi maestro murió hace once años —dijo Lu Ming.

—Lo sé. Por eso vengo a pagárselo a usted.

Salieron al patio. El muchacho pegó la cara a la ventana; el corazón le retumbaba. Por fin iba a verla.

Pero Lu Ming había salido con las manos vacías. Se plantó en la nieve, y el flaco frente a él, a siete pasos. El viento bajó de la cresta y sacudió la nieve suelta como quien despliega una pieza de lienzo blanco.

El flaco dio un paso adelante. Lu Ming dio un paso atrás. Otro, y otro más. Al séptimo, su talón tocó el muro y ya no hubo adónde ir. La mano del otro estaba en la empuñadura, con todas las venas en relieve.

Entonces Lu Ming se apartó.

Detrás de él, al pie del muro, una rama de ciruelo se había abierto en la nieve, la primera del año. El octavo paso, si se daba, caería justo allí.

El pie quedó largo rato en el aire. Luego, despacio, volvió por donde había venido.

—Un paso —dijo el flaco, y de pronto su voz fue vieja—. Saldado.

Aquella noche durmió junto al fuego como una piedra en un río, y sus labios callaban.

El muchacho no pegó ojo. La espada, pensaba, no se había movido de la pared. Y sin embargo en aquel patio alguien había ganado, y nadie había perdido.`,
      'ar-sa': `بقي شيه ووجي. قال إنه ينتظر أن يكفّ الثلج، فلمّا كفّ قال إنه ينتظر أن يجفّ الطريق. وما كان ينتظر في الحقيقة إلا السيف المعلّق.

تعلّم العجن. يُعجَن بالخصر لا باليدين، فاليدان تتعبان والخصر لا يتعب. قالها لو مينغ مرّة واحدة، فحفظها الفتى لأن معلّمه كان يقول الكلام نفسه في المبارزة.

وفي الشهر الأول جاء متحدٍّ ثانٍ.

كان في نحو الخمسين، نحيلًا كعود الخيزران، يمشي بلا صوت ولا تكفّ شفتاه عن الحركة. أصغى الفتى طويلًا حتى فهم أن الرجل يعدّ.

«ثلاثة وسبعون ألفًا وأربعمئة وستّ». عبر الغريب العتبة وأطلق نَفَسه. «هذا ما بين بيتي وبيتك. قبل ثلاثين عامًا، على هذا الطريق، تنازل لي معلّمك عن خطوة. وهي دَين عليّ منذ ذلك اليوم، وأنا لا أنام جيّدًا».

قال لو مينغ: «مات معلّمي منذ إحدى عشرة سنة».

«أعلم. ولهذا جئت أردّها إليك».

خرجا إلى الفناء. ألصق الفتى وجهه بالنافذة وقلبه يدقّ. الآن سيراه أخيرًا.

لكن لو مينغ خرج خالي اليدين. وقف في الثلج ووقف النحيل قبالته على سبع خطوات. وهبّت الريح من القمّة فنفضت الثلج كمن ينشر ثوبًا أبيض.

تقدّم النحيل خطوة فتراجع لو مينغ خطوة. ثم أخرى، ثم أخرى. وعند السابعة لامس كعبه الجدار ولم يبقَ له مكان. كانت يد الآخر على المقبض وقد برزت عروقها كلّها.

عندئذٍ تنحّى لو مينغ جانبًا.

خلفه، عند أسفل الجدار، كان غصن برقوق قد أزهر في الثلج، أوّل غصن في ذلك العام. ولو خُطيت الخطوة الثامنة لوقعت عليه تمامًا.

ظلّت القدم معلّقة في الهواء زمنًا طويلًا، ثم عادت ببطء من حيث أتت.

قال النحيل وقد شاخ صوته فجأة: «خطوة. لا دَين بعد اليوم».

ونام تلك الليلة قرب النار كحجر في قاع نهر، وشفتاه ساكنتان.

أمّا الفتى فلم يغمض له جفن. قال في نفسه: لم يبرح السيف مكانه، ومع ذلك انتصر في الفناء أحد، ولم يُهزم أحد.`,
    },
  },
  {
    title: {
      'zh-cn': '红绳',
      'en-us': 'The Red Cord',
      'fr-fr': 'Le cordon rouge',
      'es-es': 'El cordón rojo',
      'ar-sa': 'الخيط الأحمر',
    },
    text: {
      'zh-cn': `开春的时候，谢无疾终于问了：“那红绳是谁系的？”

陆鸣正在劈柴。他放下斧头，想了想，像是在心里翻一本很旧的账。

“我系的。那年我跟你一般大。”

他说，他的师父叫沈一苇，是江南最快的剑。快到什么地步？有人说他拔剑时，剑鞘还不知道自己已经空了。来求战的人排到山门外，师父一个一个地应，一个一个地赢。赢了三百一十二场。

“第三百一十三场，来的是个卖豆腐的。他不会使剑，是来替他儿子要个说法。他儿子是第二百零九个。”

谢无疾没有说话。

“师父那天没有拔剑。他跪下来，给那卖豆腐的磕了一个头，然后把剑解下来给我，说：鸣儿，系上。系一个解不开的结。我问，要是有人来杀我呢？师父说，那你就要学一样比剑更快的东西。”

“比剑更快的东西是什么？”

“我也这么问。”陆鸣重新拿起斧头，“师父说：‘饿。人一饿，什么仇都得先放一放。’”

谢无疾笑了，笑着笑着，忽然觉得鼻子发酸。他想起自己走了四十一天，一路上没有人问过他一句冷不冷。

这时岭下传来马蹄声。不是一匹，是二三十匹，踏得整座山都在轻轻地抖。檐上最后一溜残雪滑下来，扑地落在地上。

陆鸣侧耳听了听，把劈好的柴抱起来。

“二十六个人，”他说，“走得急，多半没吃早饭。无疾，去把最大的那口锅刷了。”

“他们是来抢剑的！”

“知道。”陆鸣往灶间走去，走到门口，回过头来，第一次认真地看了看墙上的剑，“所以要快。”`,
      'en-us': `When spring came, Xie Wuji asked at last. "Who tied the cord?"

Lu Ming was splitting wood. He put down the axe and thought, like a man turning the pages of a very old account book.

"I did. I was your age."

His master, he said, had been Shen Yiwei, the fastest sword south of the river. How fast? They used to say that when he drew, the scabbard did not know it was empty. Challengers stood in line outside the gate, and his master met them one after another, and beat them one after another. Three hundred and twelve times.

"The three hundred and thirteenth was a man who sold bean curd. He could not fence. He had come for a word about his son. His son had been number two hundred and nine."

The boy said nothing.

"That day my master did not draw. He knelt down and put his forehead to the ground before the bean-curd seller. Then he took off the sword and gave it to me. *Tie it, Ming,* he said. *Tie it so that it will not come undone.* I asked him: and if someone comes to kill me? Then, he said, you must learn something that is faster than a sword."

"What is faster than a sword?"

"So I asked." Lu Ming took up the axe again. "He said: hunger. Once a man is hungry, every grudge has to wait its turn."

The boy laughed, and in the middle of laughing found that his nose stung. He was thinking of forty-one days of road, on which nobody had asked him if he was cold.

Then there were hooves below the pass. Not one horse: twenty or thirty, so that the whole mountain trembled a little, and the last of the snow slid from the eaves and fell with a sigh.

Lu Ming tilted his head and gathered up the wood.

"Twenty-six," he said. "Riding hard. They will not have had breakfast. Wuji, go and scrub the big pot."

"They have come to take the sword!"

"I know." Lu Ming was already on his way to the kitchen. At the door he turned, and for the first time looked properly at the blade upon the wall. "That is why we must be quick."`,
      'fr-fr': `Au printemps, Xie Wuji finit par demander : « Qui a noué le cordon ? »

Lu Ming fendait du bois. Il posa la hache et réfléchit, comme on tourne les pages d’un très vieux livre de comptes.

« Moi. J’avais ton âge. »

Son maître, dit-il, s’appelait Shen Yiwei : l’épée la plus rapide au sud du fleuve. Rapide à quel point ? On racontait que, lorsqu’il dégainait, le fourreau ignorait qu’il était vide. Les adversaires faisaient la queue devant le portail ; il les recevait un à un et les battait un à un. Trois cent douze fois.

« Le trois cent treizième vendait du fromage de soja. Il ne savait pas se battre. Il venait demander des comptes pour son fils. Son fils avait été le deux cent neuvième. »

Le garçon se taisait.

« Ce jour-là, mon maître n’a pas tiré l’épée. Il s’est agenouillé et a posé le front à terre devant le marchand. Puis il a détaché la lame et me l’a donnée : *Noue-la, Ming. Noue-la pour qu’on ne la dénoue pas.* J’ai demandé : et si l’on vient me tuer ? Alors, m’a-t-il dit, il te faudra apprendre une chose plus rapide qu’une épée.

— Qu’est-ce qui est plus rapide qu’une épée ?

— C’est ce que j’ai demandé. » Lu Ming reprit la hache. « Il a répondu : la faim. Dès qu’un homme a faim, toutes ses rancunes doivent attendre leur tour. »

Le garçon rit, et en riant sentit que le nez lui piquait. Il songeait à quarante et un jours de route où personne ne lui avait demandé s’il avait froid.

C’est alors qu’on entendit des sabots sous le col. Pas un cheval : vingt ou trente, si bien que toute la montagne en tremblait un peu et que la dernière neige glissa du toit avec un soupir.

Lu Ming pencha la tête et ramassa le bois.

« Vingt-six, dit-il. Au galop. Ils n’auront pas déjeuné. Wuji, va récurer la grande marmite.

— Ils viennent prendre l’épée !

— Je sais. » Lu Ming gagnait déjà la cuisine. À la porte il se retourna et, pour la première fois, regarda vraiment la lame sur le mur. « C’est pourquoi il faut faire vite. »`,
      'es-es': `Con la primavera, Xie Wuji preguntó por fin:

—¿Quién ató el cordón?

Lu Ming estaba partiendo leña. Dejó el hacha y lo pensó, como quien pasa las páginas de un libro de cuentas muy viejo.

—Yo. Tenía tu edad.

Su maestro, contó, fue Shen Yiwei, la espada más veloz al sur del río. ¿Cuánto? Decían que cuando desenvainaba, la vaina no se enteraba de que estaba vacía. Los retadores hacían cola a la puerta, y él los recibía uno tras otro y los vencía uno tras otro. Trescientas doce veces.

—El trescientos trece vendía cuajada de soja. No sabía esgrima. Venía a preguntar por su hijo. Su hijo había sido el doscientos nueve.

El muchacho no dijo nada.

—Aquel día mi maestro no desenvainó. Se arrodilló y puso la frente en el suelo ante el vendedor. Luego se quitó la espada y me la dio: *Átala, Ming. Átala de modo que no se desate.* Le pregunté: ¿y si vienen a matarme? Entonces, me dijo, tendrás que aprender algo más rápido que una espada.

—¿Qué hay más rápido que una espada?

—Eso pregunté. —Lu Ming volvió a tomar el hacha—. Me contestó: el hambre. En cuanto un hombre tiene hambre, todos sus rencores han de esperar turno.

El muchacho se rio, y riéndose notó que le picaba la nariz. Pensaba en cuarenta y un días de camino en los que nadie le había preguntado si tenía frío.

Entonces se oyeron cascos bajo el paso. No un caballo: veinte o treinta, tantos que la montaña entera temblaba un poco, y la última nieve resbaló del alero y cayó con un suspiro.

Lu Ming ladeó la cabeza y recogió la leña.

—Veintiséis —dijo—. Vienen deprisa. No habrán desayunado. Wuji, ve a fregar la olla grande.

—¡Vienen por la espada!

—Ya lo sé. —Lu Ming iba camino de la cocina. En la puerta se volvió y, por primera vez, miró de verdad la hoja de la pared—. Por eso hay que darse prisa.`,
      'ar-sa': `لمّا حلّ الربيع سأل شيه ووجي أخيرًا: «من عقد الخيط؟»

كان لو مينغ يشقّ الحطب. وضع الفأس وفكّر كمن يقلّب صفحات دفتر حسابات قديم جدًّا.

«أنا. كنت في مثل سنّك».

قال إن معلّمه كان شن ييوي، أسرع سيف جنوبيّ النهر. ما مبلغ سرعته؟ كانوا يقولون إنه إذا سلّ سيفه لم يعلم الغمد أنه صار فارغًا. وكان المتحدّون يصطفّون أمام البوّابة فيلقاهم واحدًا بعد واحد ويغلبهم واحدًا بعد واحد. ثلاثمئة واثنتي عشرة مرّة.

«أمّا الثالث عشر بعد الثلاثمئة فكان بائع جبن الصويا. لم يكن يعرف المبارزة. جاء يسأل عن ابنه. وابنه كان التاسع بعد المئتين».

لم يقل الفتى شيئًا.

«في ذلك اليوم لم يسلّ معلّمي سيفه. جثا ووضع جبينه على الأرض أمام البائع، ثم حلّ السيف وأعطانيه وقال: *اعقده يا مينغ، اعقده عقدةً لا تُحلّ.* قلت: وإن جاء من يريد قتلي؟ قال: فعليك أن تتعلّم شيئًا أسرع من السيف».

«وما الأسرع من السيف؟»

«هذا ما سألتُه». رفع لو مينغ الفأس ثانية. «قال: الجوع. إذا جاع المرء كان على أحقاده كلّها أن تنتظر دورها».

ضحك الفتى، وبينما هو يضحك أحسّ بوخز في أنفه. تذكّر واحدًا وأربعين يومًا من الطريق لم يسأله فيها أحد إن كان بردان.

وعندئذٍ سُمع وقع حوافر أسفل الممرّ. لم يكن حصانًا واحدًا بل عشرين أو ثلاثين، حتى ارتجف الجبل قليلًا، وانزلق آخر الثلج عن السقف وسقط كأنه تنهيدة.

أمال لو مينغ رأسه ثم جمع الحطب.

قال: «ستّة وعشرون، مسرعون. لم يفطروا بعد. اذهب يا ووجي ونظّف القدر الكبيرة».

«جاؤوا ليأخذوا السيف!»

«أعلم». كان لو مينغ في طريقه إلى المطبخ، فالتفت عند الباب ونظر للمرّة الأولى نظرةً حقيقية إلى السيف على الجدار. «ولهذا علينا أن نُسرع».`,
    },
  },
  {
    title: {
      'zh-cn': '二十六只碗',
      'en-us': 'Twenty-Six Bowls',
      'fr-fr': 'Vingt-six bols',
      'es-es': 'Veintiséis cuencos',
      'ar-sa': 'ستّة وعشرون وعاءً',
    },
    text: {
      'zh-cn': `二十六个人冲进院子，看见的是二十六只碗，整整齐齐摆在长桌上，冒着热气。

领头的黑脸汉子把刀往桌上一拍，碗跳了一跳，汤没有洒。“剑！”

“墙上。”陆鸣说，“面要坨了。”

没有人动。风从门外吹进来，把羊汤的香气吹到每个人脸上。最年轻的那个咽了口唾沫，声音大得满院子都听见了。

黑脸汉子回头瞪他，瞪着瞪着，自己的肚子也叫了起来。

那顿饭吃了半个时辰。吃完，黑脸汉子抹抹嘴，抬头看墙上的剑，看了很久，问：“那个洞，漏风么？”

“漏。”

“明日我叫两个人来补。”他说，“剑你留着罢。摘了它，你这屋里冷。”`,
      'en-us': `Twenty-six men burst into the yard, and what they found there was twenty-six bowls, set straight along the table and steaming.

The leader, who had a face like a burnt pan, slapped his sabre down. The bowls hopped. Not a drop was spilt. "The sword!"

"On the wall," said Lu Ming. "Your noodles are going soft."

Nobody moved. The wind came round the door and carried the smell of mutton broth into every face in turn. The youngest swallowed, so loudly that the whole yard heard it.

The leader swung round to glare at him, and while he was glaring his own stomach spoke up.

They ate for an hour. Afterwards the man wiped his mouth, looked up at the sword, and went on looking.

"That hole," he said. "Does it let the wind in?"

"It does."

"I will send two men tomorrow to mend it. Keep the sword. Without it you would be cold in here."`,
      'fr-fr': `Vingt-six hommes firent irruption dans la cour ; ils y trouvèrent vingt-six bols, bien alignés sur la table, et qui fumaient.

Le chef, un visage de poêle brûlée, abattit son sabre sur le bois. Les bols sautèrent. Pas une goutte ne tomba. « L’épée !

— Au mur, dit Lu Ming. Vos nouilles ramollissent. »

Personne ne bougea. Le vent contourna la porte et porta l’odeur du bouillon à chaque visage, l’un après l’autre. Le plus jeune avala sa salive, si fort que toute la cour l’entendit.

Le chef se retourna pour le foudroyer du regard ; pendant qu’il foudroyait, son propre ventre prit la parole.

Ils mangèrent une heure. Après quoi l’homme s’essuya la bouche, leva les yeux vers l’épée, et les y laissa.

« Ce trou, dit-il, il laisse passer le vent ?

— Oui.

— Demain j’enverrai deux hommes le boucher. Gardez l’épée. Sans elle, vous auriez froid. »`,
      'es-es': `Veintiséis hombres irrumpieron en el patio, y lo que hallaron fueron veintiséis cuencos, bien alineados en la mesa, humeando.

El jefe, que tenía cara de sartén quemada, dejó caer el sable. Los cuencos dieron un brinco. No se derramó ni una gota.

—¡La espada!

—En la pared —dijo Lu Ming—. Se les pasan los fideos.

Nadie se movió. El viento dobló la puerta y fue llevando el olor del caldo a cada rostro. El más joven tragó saliva, tan fuerte que se oyó en todo el patio.

El jefe se giró para fulminarlo con la mirada, y mientras lo fulminaba le habló el propio estómago.

Comieron durante una hora. Después el hombre se limpió la boca, alzó los ojos a la espada y allí los dejó.

—Ese agujero —dijo—, ¿deja pasar el viento?

—Sí.

—Mañana mandaré a dos a taparlo. Quédese la espada. Sin ella pasaría frío.`,
      'ar-sa': `اقتحم ستّة وعشرون رجلًا الفناء، فإذا بستّة وعشرين وعاءً مصفوفة على الطاولة يتصاعد منها البخار.

ضرب زعيمهم، وله وجه كالمقلاة المحترقة، بسيفه على الخشب. قفزت الأوعية ولم تُرَق قطرة. «السيف!»

قال لو مينغ: «على الجدار. الشعيرية تكاد تلين».

لم يتحرّك أحد. دارت الريح حول الباب وحملت رائحة المرق إلى الوجوه وجهًا وجهًا. وابتلع أصغرهم ريقه بصوت سمعه الفناء كلّه.

التفت الزعيم يحدّق إليه غاضبًا، وبينما هو يحدّق تكلّمت معدته هو.

أكلوا ساعة كاملة. ثم مسح الرجل فمه ورفع عينيه إلى السيف وأطال النظر.

قال: «هذا الثقب، هل تدخل منه الريح؟»

«تدخل».

«سأرسل غدًا رجلين يسدّانه. احتفظ بالسيف. من دونه يكون المكان باردًا».`,
    },
  },
  {
    title: {
      'zh-cn': '出鞘',
      'en-us': 'Drawn',
      'fr-fr': 'Hors du fourreau',
      'es-es': 'Desnuda',
      'ar-sa': 'خارج الغمد',
    },
    text: {
      'zh-cn': `又过了三年，谢无疾要下山了。临行那天早上，他揉了最后一团面，洗净了手，站在那把剑前。

“师父，”他头一回这样叫，“我能看一眼么？”

陆鸣想了想，从墙上取下剑来，递给他。红绳上的结，不知什么时候已经松了。

谢无疾握住剑柄，轻轻一抽。

鞘里是空的。没有剑。只有一张叠得极小的纸，纸上是沈一苇的字，写得不大好看：

> 葱花要后放。

谢无疾看了很久，笑出了眼泪。墙上那个洞还在，春天的风从那里吹进来，是暖的。`,
      'en-us': `Three years went by, and it was time for Xie Wuji to go down the mountain. On the last morning he kneaded one more batch of dough, washed his hands, and stood before the sword.

"Master," he said, for the first time. "May I look?"

Lu Ming considered, took it from the wall and held it out. The knot in the red cord had come loose, nobody knew when.

The boy, who was no longer a boy, closed his hand about the hilt and drew.

There was no blade. In the scabbard lay a paper folded very small, and on the paper, in Shen Yiwei's rather ugly hand, was written:

> The scallions go in last.

He read it for a long time, and laughed until he wept. The hole in the wall was still there. The spring wind came in through it, and it was warm.`,
      'fr-fr': `Trois ans passèrent, et vint pour Xie Wuji le moment de descendre de la montagne. Le dernier matin, il pétrit encore une pâte, se lava les mains et se tint devant l’épée.

« Maître, dit-il pour la première fois, puis-je la voir ? »

Lu Ming réfléchit, la décrocha et la lui tendit. Le nœud du cordon rouge s’était défait, nul ne savait quand.

Le garçon, qui n’en était plus un, serra la poignée et tira.

Il n’y avait pas de lame. Au fond du fourreau, un papier plié menu, et sur le papier, de l’écriture assez laide de Shen Yiwei :

> La ciboule se met en dernier.

Il lut longtemps, et rit aux larmes. Le trou du mur était toujours là. Le vent de printemps entrait par lui, et il était tiède.`,
      'es-es': `Pasaron tres años, y a Xie Wuji le llegó la hora de bajar de la montaña. La última mañana amasó una vez más, se lavó las manos y se puso ante la espada.

—Maestro —dijo por primera vez—, ¿puedo verla?

Lu Ming lo pensó, la descolgó y se la tendió. El nudo del cordón rojo se había soltado, nadie sabía cuándo.

El muchacho, que ya no lo era, cerró la mano sobre la empuñadura y tiró.

No había hoja. En la vaina, un papel doblado muy pequeño, y en el papel, con la letra más bien fea de Shen Yiwei:

> La cebolleta se echa al final.

Lo leyó mucho rato y rio hasta llorar. El agujero de la pared seguía allí. Por él entraba el viento de la primavera, y era tibio.`,
      'ar-sa': `مضت ثلاث سنوات وحان لشيه ووجي أن ينزل من الجبل. في الصباح الأخير عجن عجنته الأخيرة وغسل يديه ووقف أمام السيف.

قال للمرّة الأولى: «يا معلّمي، هل لي أن أراه؟»

فكّر لو مينغ، ثم أنزله عن الجدار ومدّه إليه. كانت عقدة الخيط الأحمر قد انحلّت، ولا يدري أحد متى.

أطبق الفتى، ولم يعد فتى، يده على المقبض وسحب.

لم يكن في الغمد نصل، بل ورقة مطويّة صغيرة، عليها بخطّ شن ييوي غير الجميل:

> يُضاف البصل الأخضر في النهاية.

قرأها طويلًا، وضحك حتى بكى. كان الثقب في الجدار ما زال في مكانه، ومنه تدخل ريح الربيع، وهي دافئة.`,
    },
  },
];
