// OpenCC's dictionaries as opencc-js packs them: `key value|key value|…`.

declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
