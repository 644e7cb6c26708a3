import { type Draw, pick } from '../chance.ts';
import type { Lexicon } from './lexicon.ts';

const list = (text: string) => text.trim().split(/\s+/);

const realms = list(`
  天 仙 魔 剑 武 神 龙 星 月 夜 雪 风 火 云 海 山 花 玉 青 血 幽 冥 九霄 苍穹 长安 江湖 昆仑 蓬莱 洪荒 末世 都市 深宫
  大唐 北境 南疆 西域 东海 银河 深渊 迷雾 荒原 古墓 无尽 永夜 白鹿 赤焰 紫霄 玄黄 太虚 归墟 琉璃 朱雀 青丘 落日 寒江 孤城`);
const things = list(`
  传说 风云 帝国 世界 大陆 少年 王者 至尊 传奇 纪元 武神 剑客 公主 将军 医生 女王 猎人 侠客 恋人 学院 客栈 书院 王朝 江山 图腾
  秘境 星河 契约 诅咒 远征 旅人 花园 灯塔 琴师 棋局 茶楼 驿站 守墓人 说书人 裁缝 铁匠 驯兽师 炼丹师 捕快 掌柜 钟楼 渡口 织女
  古镜 罗盘 蜃楼 鲸落 萤火 纸鸢 竹影 棠梨 芦苇 霜刃`);
const starts = list(
  `重生 穿越 逆天 绝世 最强 万古 我的 不朽 都市 盛世 全能 无敌 神级 超级 隐世 废柴 妖孽 倾城 快穿 错嫁 乱世 浮生 半妖`,
);
const ends = list(`之路 之歌 录 传 记 诀 篇 物语 日记 手札 外传 余生 往事 奇谈 异闻 图鉴 纪事 残卷 夜话 拾遗`);
const surnames = list(
  `李 王 张 刘 陈 杨 赵 黄 周 吴 徐 孙 林 沈 顾 陆 苏 叶 萧 楚 白 慕容 上官 欧阳 司马 诸葛 南宫 宇文`,
);
const givens = list(`
  云 天 风 雪 月 晨 辰 轩 宇 凡 尘 逸 飞 瑶 婉 清 梦 寒 墨 玄 羽 璃 棠 霜 鸢 笙 珩 翊 澜 汐 姝 琅 瑾 晏 钰 澈 岚 霁 皎 谡 旻 骁 棣 鹄`);
const places = list(
  `小镇 山谷 王城 宗门 学校 边关 海岛 森林 公司 村庄 城墙 码头 雪原 地铁 废墟 书店 寺院 医馆 矿井 星港`,
);
const turns = list(`
  发现了一个秘密 失去了一切 得到了神秘的力量 遇见了命中注定的人 卷入了一场战争 踏上了漫长的旅途 决定不再逃避 听见了古老的召唤
  继承了一家旧店 找到了失踪的哥哥 忘记了自己的名字 学会了与影子说话 解开了百年前的谜案 收养了一条小龙`);

const name = (draw: Draw) => pick(surnames, draw) + pick(givens, draw) + (draw() < 0.6 ? pick(givens, draw) : '');

const titles: readonly ((draw: Draw) => string)[] = [
  (draw) => pick(realms, draw) + pick(things, draw),
  (draw) => pick(starts, draw) + pick(realms, draw) + pick(things, draw),
  (draw) => pick(realms, draw) + pick(things, draw) + pick(ends, draw),
  (draw) => `${pick(starts, draw)}之${pick(realms, draw)}${pick(things, draw)}`,
  (draw) => `${name(draw)}${pick(ends, draw)}`,
  (draw) => `${pick(realms, draw)}${pick(places, draw)}的${pick(things, draw)}`,
  (draw) => `${name(draw)}与${pick(realms, draw)}${pick(things, draw)}`,
];

export const chinese: Lexicon = {
  title: (draw) => pick(titles, draw)(draw),
  author: (draw) => (draw() < 0.5 ? name(draw) : pick(realms, draw) + pick(givens, draw) + pick(things, draw)),
  sentence: (draw) =>
    `${draw() < 0.5 ? name(draw) : `${pick(realms, draw)}${pick(places, draw)}的${pick(things, draw)}`}在${pick(places, draw)}里${pick(turns, draw)}。`,
  chapter: (number, draw) => `第${number}章 ${pick(realms, draw)}${pick(things, draw)}`,
  space: '',
};
