// A file of a family tree, before it is sent.

import { newFamilyTreeLimits, newUploadLimits } from '../../lib/api_limits';
import { fileSizeText } from '../../lib/file_size';
import { t } from '../../lib/messages';

// What the dialog of the system offers.
export const treeFileTypes = '.ged,.gedcom,.gdz,text/vnd.familysearch.gedcom';

export const maxFileSize = () => fileSizeText(newUploadLimits.size.maximum);

// Why a file cannot be imported; undefined when it may be. What it contains is for the server to say, which knows all
// character sets.
export function fileProblem({ name, size }: File): string | undefined {
  if (size === 0) return t.familyImport.empty({ name });
  if (size <= newUploadLimits.size.maximum) return undefined;
  return t.familyImport.tooLarge({ name, size: fileSizeText(size), most: maxFileSize() });
}

// "Smith family.ged" makes a tree “Smith family”.
export function nameOfFile({ name }: File): string {
  const stem = name.replace(/\.[^.]*$/u, '').trim() || name.trim();
  return [...stem].slice(0, newFamilyTreeLimits.treeName.maxLength).join('');
}
