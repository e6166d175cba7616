// Radicals that some fonts put in the place of the characters which look like them; searching for the character would
// not find the radical. From Unicode's list of equivalent unified ideographs.

const pairs =
  '⺁厂⺄乙⺅亻⺆冂⺇几⺈刀⺉刂⺊卜⺌小⺎兀⺏尣⺒巳⺓幺⺔彑⺕彐⺖忄⺗心⺘扌⺙攵⺛旡⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬⺧牛⺨犭⺪疋⺫罒⺬示⺭礻⺮竹⺯糸⺰纟⺱罓⺲罒⺳网⺴罒⺵网⺶羊⺷羊⺸羊⺹老⺺聿⺻聿⺼肉⺽臼⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻇角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶⻏阝⻐钅⻑長⻒长⻓长⻔门⻕阜⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻞食⻟食⻠饣⻡首⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟';
const characters = [...pairs];
const unified = new Map(
  characters.flatMap((radical, index) =>
    index % 2 === 0 ? [[radical, characters[index + 1] as string] as const] : [],
  ),
);

export function withoutRadicals(text: string): string {
  return text.replaceAll(/[\u2e80-\u2ef3]/g, (radical) => unified.get(radical) ?? radical);
}
