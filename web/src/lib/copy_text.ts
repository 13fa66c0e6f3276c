// Puts a text into the clipboard. Over plain HTTP browsers have only the old way, which copies what
// is selected; `near` is within the dialog that has the focus, if there is one.
export async function copyText(text: string, near: HTMLElement): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // The browser does not allow it; the old way asks for nothing.
    }
  }
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  near.parentElement?.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  near.focus();
  return isCopied;
}
