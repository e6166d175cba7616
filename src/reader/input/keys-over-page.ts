// Keys that mean something else while words are selected or a picture stands alone, and those that mean the same
// everywhere: for the page of help. What obeys them are the tables of the selection and of pictures.

export interface OverBinding {
  name:
    | 'moveWords'
    | 'moveSentences'
    | 'moveCharacters'
    | 'wholeSentence'
    | 'holdWord'
    | 'otherEnd'
    | 'movePicture'
    | 'zoomPicture'
    | 'wholePicture'
    | 'ownSize'
    | 'otherPicture'
    | 'invertPicture'
    | 'keepPicture'
    | 'nextControl'
    | 'leave';
  keys: readonly string[];
}

const arrows = ['ArrowLeft', 'ArrowUp', 'ArrowDown', 'ArrowRight'];

export const overGroups: readonly { name: 'selecting' | 'alone' | 'anywhere'; bindings: readonly OverBinding[] }[] = [
  {
    name: 'selecting',
    bindings: [
      { name: 'moveWords', keys: arrows },
      { name: 'moveSentences', keys: ['PageDown', 'PageUp'] },
      { name: 'moveCharacters', keys: ['.', ','] },
      { name: 'wholeSentence', keys: ['s'] },
      { name: 'holdWord', keys: ['Enter', ' '] },
      { name: 'otherEnd', keys: ['Tab'] },
    ],
  },
  {
    name: 'alone',
    bindings: [
      { name: 'movePicture', keys: arrows },
      { name: 'zoomPicture', keys: ['+', '-'] },
      { name: 'wholePicture', keys: ['0'] },
      { name: 'ownSize', keys: ['1'] },
      { name: 'otherPicture', keys: ['n', 'p'] },
      { name: 'invertPicture', keys: ['i'] },
      { name: 'keepPicture', keys: ['s', 'c'] },
    ],
  },
  {
    name: 'anywhere',
    bindings: [
      { name: 'nextControl', keys: ['Tab'] },
      { name: 'leave', keys: ['Escape'] },
    ],
  },
];
