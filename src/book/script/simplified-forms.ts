// The simplified form of each traditional character, for those who compare texts in either script.

/** Character by character: what a phrase would change besides is left out. */
export async function loadSimplifiedForms(): Promise<ReadonlyMap<string, string>> {
  const { default: dictionary } = await import('opencc-js/dict/TSCharacters');
  const { default: variants } = await import('opencc-js/dict/TWVariantsRev');
  const forms = new Map<string, string>();
  const learn = (entries: string) => {
    for (const entry of entries.split('|')) {
      const [from, to] = entry.split(' ');
      if (from && to && from !== to) forms.set(from, forms.get(to) ?? to);
    }
  };
  learn(dictionary);
  learn(variants);
  return forms;
}
