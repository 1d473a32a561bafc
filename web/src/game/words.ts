/** A game's words in one language, from its words.toml, as table/words.py reads them. */
import type { EventDescription, EventParameter, Manifest, VerbDescription } from '$/generated/manifest';
import type { LogLine } from '$/generated/messages';
import type { Action } from './actions';
import type { EventTold } from './events';
import { clauseText, plain } from './rulebook';

type Phrases = { [name: string]: unknown };
type Parts = { [name: string]: string };

function inner(phrases: Phrases, ...path: string[]): Phrases {
  return path.reduce((found, name) => (found[name] as Phrases | undefined) ?? {}, phrases);
}

/** A phrase with its parts filled in: `{tokens}`, or a word for one and one for any other number, `{tokens:a|b}`. */
export function filled(phrase: string, parts: Parts): string {
  return phrase.replace(
    /\{(\w+)(?::([^|{}]*)\|([^|{}]*))?\}/g,
    (whole, name: string, one: string | undefined, many: string | undefined) => {
      const part = parts[name];
      if (part === undefined) return whole;
      return one === undefined ? part : part === '1' ? one : many!;
    },
  );
}

export class Words {
  readonly phrases: Phrases;
  private readonly said = new Map<number, string>();

  constructor(
    readonly manifest: Manifest,
    readonly language: string,
    /** What the players are called in a sentence that names a seat; without it a seat is its number. */
    private readonly called: string[] = [],
  ) {
    this.phrases = (manifest.words[language] ?? manifest.words.en ?? {}) as Phrases;
  }

  get title(): string {
    return String(this.phrases.title);
  }

  get line(): string {
    return String(this.phrases.line);
  }

  /** A card or another thing, as people write it. */
  name(kind: string, name: string): string {
    const found = inner(this.phrases, 'names', kind)[name];
    if (found !== undefined) return String(found);
    const suits = inner(this.phrases, 'suits');
    const suit = suits[name.slice(1)];
    if (kind === 'card' && suit !== undefined) {
      return `${String(inner(this.phrases, 'ranks')[name.slice(0, 1)] ?? name.slice(0, 1))}${String(suit)}`;
    }
    return name;
  }

  /** What a player can do, as an offer: sell 7♢. Put into words once. */
  action(action: Action): string {
    const known = this.said.get(action.number);
    if (known !== undefined) return known;
    const parts = this.parts(action.text);
    const said = this.phrase('actions', action.verb, parts, [action.verb, ...Object.values(parts)].join(' '));
    this.said.set(action.number, said);
    return said;
  }

  /** A kind of action, whatever it is done with: sell …. */
  verb(verb: string): string {
    const phrase = inner(this.phrases, 'actions')[verb];
    return phrase === undefined ? verb.replaceAll('_', ' ') : String(phrase).replaceAll(/\{[^}]*\}/g, '…');
  }

  /** A kind of event, whatever it tells of: … mines …. */
  kindOfEvent(event: string): string {
    const phrase = inner(this.phrases, 'events')[event];
    if (phrase === undefined) return event.replaceAll('_', ' ');
    return String(phrase).replaceAll(/(?:\{[^}]*\}\s*)+(?=\S?)/g, (blanks) => (/\s$/.test(blanks) ? '… ' : '…'));
  }

  /** What a player did, as a sentence. */
  told(text: string, player: string, you: boolean): string {
    const verb = text.split(' ')[0] ?? '';
    return this.phrase(you ? 'told_you' : 'told', verb, { player, ...this.parts(text) }, `${player} ${text}`);
  }

  /** The parameters of a notation, each as people read it. */
  parts(text: string): Parts {
    const [verb, ...written] = text.split(' ');
    const known: VerbDescription | undefined = this.manifest.actions.verbs.find((each) => each.verb === verb);
    return Object.fromEntries(
      (known?.parameters ?? []).map((parameter, place) => {
        const part = written[place] ?? '';
        const player = parameter.name === 'seat' ? this.called[Number(part)] : undefined;
        if (player !== undefined) return [parameter.name, player];
        const kind = parameter.kind ?? parameter.name;
        return [
          parameter.name,
          parameter.type === 'subset'
            ? part
                .split('+')
                .map((one) => this.name(kind, one))
                .join('+')
            : this.name(kind, part),
        ];
      }),
    );
  }

  private phrase(kind: string, verb: string, parts: Parts, otherwise: string): string {
    const phrase = inner(this.phrases, kind)[verb];
    return phrase === undefined ? otherwise : filled(String(phrase), parts);
  }

  /** A line of a log: what was done, as far as it was seen, then what came of it, headings left out. */
  sentences(line: LogLine, players: string[], you: number | null): string[] {
    const done =
      line.seat === null ? [] : [this.told(line.text, players[line.seat] ?? `${line.seat}`, line.seat === you)];
    const events = line.events.filter((told) => !this.heading(told));
    return [...done, ...events.map((told) => this.event(told, players, you))];
  }

  /** The event, if it begins a new part of the log. */
  heading(told: EventTold): EventDescription | undefined {
    return this.manifest.events.find((each) => each.event === told.event && each.heading);
  }

  /** What came of an action, as a sentence; it speaks to the reader whose seat is `you`. */
  event(told: EventTold, players: string[], you: number | null): string {
    const event = this.manifest.events.find((each) => each.event === told.event)!;
    const parts = Object.fromEntries(
      event.parameters.map((parameter) => [parameter.name, this.worded(parameter, told[parameter.name], players)]),
    );
    const isAboutYou = event.about !== null && told[event.about] === you;
    const own = isAboutYou ? inner(this.phrases, 'events_you')[event.event] : undefined;
    const phrase = own ?? inner(this.phrases, 'events')[event.event];
    return phrase === undefined ? `${event.event}: ${Object.values(parts).join(', ')}` : filled(String(phrase), parts);
  }

  /** A parameter of an event as people read it. */
  private worded(parameter: EventParameter, value: unknown, players: string[], called = ''): string {
    if (parameter.type === 'list')
      return (value as unknown[])
        .map((each) => this.worded(parameter.of!, each, players, parameter.called))
        .join(parameter.joined);
    if (parameter.type === 'things') {
      const things = (value as [string, unknown][]).map(([kind, each]) => {
        const of = parameter.kinds!.find(({ name }) => name === kind)!;
        return this.thing(kind, this.worded(of, each, players));
      });
      return things.join(', ') || this.thing('nothing');
    }
    if (parameter.type === 'name') {
      const short = inner(this.phrases, 'names', called)[String(value)];
      return short === undefined ? this.name(parameter.kind ?? '', String(value)) : String(short);
    }
    return parameter.type === 'seat' && Number(value) >= 0 ? (players[Number(value)] ?? '') : String(value);
  }

  /** One of several things that are told together: 3 tokens; or that there is nothing. */
  thing(kind: string, it = ''): string {
    return filled(this.word('things', kind), { it });
  }

  /** Why an action is refused. */
  refusal(clause: string): string {
    return String(
      inner(this.phrases, 'refusals')[clause] ?? (plain(clauseText(this.manifest, this.language, clause)) || clause),
    );
  }

  ending(name: string): string {
    return this.word('endings', name);
  }

  /** Which tie-break put the first before the second, by the number that the game's fact has for it. */
  decided(by: number, first: string, second: string): string {
    return filled(this.word('decided', String(by)), { first, second });
  }

  /** What points are in this game, such as cards left; undefined where they are just points. */
  unit(countedIn = 0): string | undefined {
    return inner(this.phrases, 'units')[countedIn] as string | undefined;
  }

  /** The facts of a seat that the result shows besides its points, and what they are called. */
  get sources(): [string, string][] {
    return Object.entries(inner(this.phrases, 'sources') as { [fact: string]: string });
  }

  /** Whether there is such a label. */
  hasLabel(name: string): boolean {
    return name in inner(this.phrases, 'labels');
  }

  option(name: string): string {
    return this.word('options', name);
  }

  /** The option that a clause is about, if it is about one. */
  optionOf(clause: string): string | undefined {
    return this.manifest.options.find((option) => option.clause === clause)?.name;
  }

  /** What an option is good for; nothing where the game does not say. */
  help(option: string): string {
    return String(inner(this.phrases, 'help')[option] ?? '');
  }

  value(option: string, value: string): string {
    return String(inner(this.phrases, 'values', option)[value] ?? value);
  }

  field(name: string): string {
    return this.word('fields', name);
  }

  label(name: string, parts: Parts = {}): string {
    return filled(this.word('labels', name), parts);
  }

  private word(kind: string, name: string): string {
    return String(inner(this.phrases, kind)[name] ?? name.replaceAll('_', ' '));
  }
}
