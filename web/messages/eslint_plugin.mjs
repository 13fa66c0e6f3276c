// Rules about messages. `text`: what a person reads is a message, and is not written into a component or a module.
// `late`: messages are not there yet while a module is evaluated.

const letters = /\p{L}/u;
// What a literal of a program is when it is to be read: a word that begins like a sentence, or words with spaces between
// them in a template.
const sentence = /^\p{Lu}(\p{Ll}+$|\p{Ll}* \P{Lu}*\p{L}|\p{Ll}+[ …,.:])/u;
const words = /(^|[^\S\n])\p{L}{2,}([^\S\n]|$)/u;
const shownAttributes = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'label', 'alt'];
// Elements whose text is the same in every language: keys and what is typed.
const untranslated = ['kbd', 'code'];
// Names of things that have one in every language, of keys, and of headers.
const names = new Set(
  `Norn API JSON QR UTC Enter Escape Tab Home End Delete Del Backspace Control Shift Alt Meta Ctrl Esc Space
  ETag Arrow Edge Opera Vivaldi Firefox Chrome Safari Samsung Internet Android Windows Linux Mozilla Mac
  Task Timed Files Spousal px rem`.split(/\s+/),
);

const isName = (text) => text.split(/[^\p{L}]+/u).every((word) => word === '' || names.has(word));

function isShown(text) {
  return sentence.test(text.trim()) && !isName(text);
}

// Compared, imported, a name of a member, a type, or for those who read logs.
function isForProgram(node) {
  const { parent } = node;
  switch (parent?.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
    case 'ImportExpression':
    case 'TSLiteralType':
    case 'SwitchCase':
      return true;
    case 'BinaryExpression':
      return ['===', '!==', '==', '!=', 'in'].includes(parent.operator);
    case 'Property':
      return parent.key === node;
    case 'MemberExpression':
      return parent.property === node;
    case 'NewExpression':
      return parent.callee.name === 'Error';
    case 'TemplateLiteral':
      return isForProgram(parent);
    default:
      return false;
  }
}

function ancestorsOf(node) {
  return node.parent ? [node.parent, ...ancestorsOf(node.parent)] : [];
}

function isUntranslated({ type, name }) {
  return /^Svelte(Style|Script)Element$/.test(type) || untranslated.includes(name?.name);
}

const message = 'Text that people read belongs into messages/*.json.';

const text = {
  create(context) {
    const report = (node) => context.report({ node, message });
    return {
      SvelteText(node) {
        const isTranslated = !ancestorsOf(node).some((each) => isUntranslated(each));
        if (isTranslated && letters.test(node.value) && !isName(node.value)) report(node);
      },
      SvelteLiteral(node) {
        const name = node.parent?.key?.name;
        if (name === 'class' || /^\S+@\S+$/.test(node.value)) return;
        const isRead = shownAttributes.includes(name);
        if (isRead ? letters.test(node.value) && !isName(node.value) : isShown(node.value)) {
          report(node);
        }
      },
      Literal(node) {
        if (typeof node.value !== 'string' || isForProgram(node)) return;
        if (isShown(node.value)) report(node);
      },
      TemplateElement(node) {
        const { cooked } = node.value;
        if (isForProgram(node) || isName(cooked)) return;
        if (words.test(cooked) || isShown(cooked)) report(node);
      },
    };
  },
};

const late = {
  create(context) {
    return {
      'MemberExpression[object.name="t"]'(node) {
        if (context.filename.endsWith('.svelte')) return;
        const ancestors = context.sourceCode.getAncestors(node);
        const isLater = ancestors.some(({ type }) => /Function|PropertyDefinition/.test(type));
        if (!isLater) {
          context.report({
            node,
            message: 'Messages are loaded after modules: use them in functions.',
          });
        }
      },
    };
  },
};

export default { rules: { text, late } };
