"""Sentences about cards that are drawn, discarded, shown or taken."""

from __future__ import annotations

from ruleslang.syntax.diagnostics.phrasebook.sentences.row import Sentence
from ruleslang.syntax.diagnostics.phrasebook.sentences.shared_parts import (
    OF_PILE,
    OTHER,
    SAYER,
    N,
)

CARDS: tuple[Sentence, ...] = (
    Sentence(
        rf"(?:you )?(?:get |gain )?\+ ?{N} cards?",
        "move {top} to {hand}({me})",
        "+2 cards",
        "move top(pile, 2) to hand(you)",
    ),
    Sentence(
        rf"{SAYER}discards? down to {N}(?: cards?)?(?: in (?:your |his |her |their )?hands?)?",
        "repeat while number of {hand}({me}) > {n}, at most 99 times|"
        "    {choose} c from {hand}({me})|    move c to {discards}",
        "discard down to 3 cards",
        "repeat while number of hand(you) > 3, at most 99 times|"
        "    choose c from hand(you)|    move c to discards",
    ),
    Sentence(
        rf"{SAYER}(?:draws? (?:up to|until (?:you have )?)|refills?(?: (?:your|his|her|their))? "
        rf"hands? to) ?(?:a hand of )?{N}(?: cards?)?(?: in (?:your |his |her |their )?hands?)?",
        "repeat while number of {hand}({me}) < {n} and {pile} is not empty, at most {n} times|"
        "    move top({pile}) to {hand}({me})",
        "draw up to 5 cards",
        "repeat while number of hand(you) < 5 and pile is not empty, at most 5 times|"
        "    move top(pile) to hand(you)",
    ),
    Sentence(
        rf"(?:draws?|takes?|refills?|fill(?: up)?)(?: cards?)?(?: until| up)? (?P<zone>\w+\(\w+\))"
        rf" (?:up )?(?:to|has|holds|contains|is) {N}(?: cards?)?",
        "repeat while number of {zone} < {n} and {pile} is not empty, at most {n} times|"
        "    move top({pile}) to {zone}",
        "draw until hand(p) has 5",
        "repeat while number of hand(p) < 5 and pile is not empty, at most 5 times|"
        "    move top(pile) to hand(p)",
    ),
    Sentence(
        r"(?:exile|mill|banish|burn|trash|remove|discard) (?:the )?top card of (?:the |your )?\w+"
        r"(?: pile)?",
        "move top({pile}) to {discards}",
        "mill the top card of the pile",
        "move top(pile) to discards",
    ),
    Sentence(
        r"(?:sacrifice|discard|trash|remove) (?:a|an|one) (?!card\b)\w+(?: you own)?",
        "{choose} c from {front}({me})|move c to {discards}",
        "sacrifice a creature",
        "choose c from front(you)|move c to discards",
    ),
    Sentence(
        r"(?:destroy|kill|exile|remove) (?:target|a|an|any) (?!card\b)\w+",
        "{choose} c from {front}(any)|move c to {discards}",
        "destroy target creature",
        "choose c from front(any)|move c to discards",
    ),
    Sentence(
        r"(?:return|bounce) (?:target|a|an|any) \w+ to its (?:owner|holder)(?:['’]s)? hand",
        "{choose} c from {front}(any)|move c to {hand}(holder(c))",
        "return a creature to its owner's hand",
        "choose c from front(any)|move c to hand(holder(c))",
    ),
    Sentence(
        rf"{SAYER}(?:takes?|returns?|puts?|draws?) (?:a|one|1) card from (?:the |your )?"
        r"discards?(?: pile)?(?: (?:in)?to (?:your|his) hand)?",
        "{choose} c from {discards}|move c to {hand}({me})",
        "take a card from the discard pile",
        "choose c from discards|move c to hand(you)",
    ),
    Sentence(
        r"(?:move|put|place) this(?: card)? (?:in)?to (?:the |your )?discards?(?: pile)?",
        "move this to {discards}",
        "put this card into the discard pile",
        "move this to discards",
    ),
    Sentence(
        r"shuffle this(?: card)? (?:back )?into (?:the |your )?\w+(?: pile)?",
        "move this to {pile}|shuffle {pile}",
        "shuffle this into the pile",
        "move this to pile|shuffle pile",
    ),
    Sentence(
        rf"(?:put|move|place|discard) (?:the )?top {N} cards of (?:the |your )?\w+"
        r"(?: (?:in)?(?:to|on) (?:the |your )?discards?(?: pile)?)?",
        "move {top} to {discards}",
        "put the top 3 cards of the pile into the discard pile",
        "move top(pile, 3) to discards",
    ),
    Sentence(
        r"(?:put|move|place|discard) (?:the )?top card of (?:the |your )?\w+"
        r"(?: (?:in)?(?:to|on) (?:the |your )?discards?(?: pile)?)?",
        "move top({pile}) to {discards}",
        "put the top card of the pile into the discard pile",
        "move top(pile) to discards",
    ),
    Sentence(
        rf"(?:deal|give) {N} cards? to (?:each|every) player",
        "for each {each} in players|    move {top} to {hand}({each})",
        "deal 5 cards to each player",
        "for each p in players|    move top(pile, 5) to hand(p)",
    ),
    Sentence(
        rf"(?:deal|give) (?:each|every) player {N} cards?",
        "for each {each} in players|    move {top} to {hand}({each})",
        "deal each player 5 cards",
        "for each p in players|    move top(pile, 5) to hand(p)",
    ),
    Sentence(
        rf"{SAYER}(?:looks?|peek) at (?:the )?top {N} cards{OF_PILE},? (?:and|then)"
        r" (?:put|take|keep) (?:a|one|1)(?: of them)?(?: (?:in|into|to) (?:your|his) hand)?",
        "reveal {top} to {me}|{choose} c from {top}|move c to {hand}({me})",
        "look at the top 3 cards and put one into your hand",
        "reveal top(pile, 3) to you|choose c from top(pile, 3)|move c to hand(you)",
    ),
    Sentence(
        rf"{SAYER}chooses? {N} cards from (?:your|his) hand,? and (?:discards?|trash)"
        r" (?:them|both)",
        "{choose} {n} of {hand}({me}) as cs|move cs to {discards}",
        "choose 2 cards from your hand and discard them",
        "choose 2 of hand(you) as cs|move cs to discards",
    ),
    Sentence(
        rf"{SAYER}(?:draws?|takes?) {N} (?:more )?cards?{OF_PILE}",
        "move {top} to {hand}({me})",
        "draw 2 cards",
        "move top(pile, 2) to hand(you)",
    ),
    Sentence(
        rf"{SAYER}(?:draws?|takes?) (?:the )?top card{OF_PILE}",
        "move top({pile}) to {hand}({me})",
        "draw the top card",
        "move top(pile) to hand(you)",
    ),
    Sentence(
        rf"{SAYER}(?:discards?|trash(?:es)?) (?:your|his|her|their)(?: whole| entire)? hands?",
        "move {hand}({me}) to {discards}",
        "discard your hand",
        "move hand(you) to discards",
    ),
    Sentence(
        rf"{SAYER}(?:discards?|trash(?:es)?) all (?:the |your |of your )?cards(?: in your hand)?",
        "move {hand}({me}) to {discards}",
        "discard all your cards",
        "move hand(you) to discards",
    ),
    Sentence(
        rf"{SAYER}(?:discards?|trash(?:es)?|loses?) (?:an?|one|1)(?: random card| card at random)",
        "pick c from {hand}({me}) by chance|move c to {discards}",
        "discard a random card",
        "pick c from hand(you) by chance|move c to discards",
    ),
    Sentence(
        rf"{SAYER}(?:discards?|trash(?:es)?) (?:a|an|one|1) card(?: from (?:your|his) hand)?",
        "{choose} c from {hand}({me})|move c to {discards}",
        "discard a card",
        "choose c from hand(you)|move c to discards",
    ),
    Sentence(
        rf"{SAYER}(?:discards?|trash(?:es)?) {N}(?: cards| of them)?(?: from (?:your|his) hand)?",
        "{choose} {n} of {hand}({me}) as cs|move cs to {discards}",
        "discard 2 cards",
        "choose 2 of hand(you) as cs|move cs to discards",
    ),
    Sentence(
        rf"{SAYER}(?:discards?|trash(?:es)?) up to {N} cards(?: from (?:your|his) hand)?",
        "{choose} up to {n} of {hand}({me}) as cs|move cs to {discards}",
        "discard up to 2 cards",
        "choose up to 2 of hand(you) as cs|move cs to discards",
    ),
    Sentence(
        r"(?:discard|trash|destroy|sacrifice|remove|bin|exhaust) (?:this|it)(?: card)?"
        r"(?: from the game)?",
        "move this to {discards}",
        "discard this",
        "move this to discards",
    ),
    Sentence(
        r"(?:return|take|put) (?:this|it)(?: card)? (?:back )?(?:in)?(?:to)? (?:your|his) hand",
        "move this to {hand}({me})",
        "put it back into your hand",
        "move this to hand(you)",
    ),
    Sentence(
        r"(?:put|place|keep|lay|play|leave) (?:this|it)(?: card)? (?:face up )?"
        r"(?:in front of you|before you|into play|on the table|in play|in your area)",
        "move this to {front}({me})",
        "put this in front of you",
        "move this to front(you)",
    ),
    Sentence(
        rf"{SAYER}plays? (?:another|a|one more|a second|an (?:extra|additional))"
        r" card(?: (?:this|in your) turn)?",
        "{choose} c from {hand}({me})|perform c",
        "play another card",
        "choose c from hand(you)|perform c",
    ),
    Sentence(
        rf"{SAYER}search(?:es)? (?:the |your )?\w+(?: pile)? for (?:a|an|one|1) \w+.*",
        "reveal {pile} to {me}|{choose} c from {pile}|move c to {hand}({me})|shuffle {pile}",
        "search the pile for a gem",
        "reveal pile to you|choose c from pile|move c to hand(you)|shuffle pile",
    ),
    Sentence(
        rf"{SAYER}(?:shuffles?|puts?|returns?) your hand (?:back )?(?:in)?to (?:the |your )?"
        r"(?:\w+)(?: pile)?",
        "move {hand}({me}) to {pile}|shuffle {pile}",
        "shuffle your hand into the pile",
        "move hand(you) to pile|shuffle pile",
    ),
    Sentence(
        r"(?:re)?shuffle (?:the |your )?discards?(?: pile)?(?: (?:in)?to (?:the |your )?\w+)?",
        "move {discards} to {pile}|shuffle {pile}",
        "shuffle the discards into the pile",
        "move discards to pile|shuffle pile",
    ),
    Sentence(
        r"(?:re)?shuffle (?:the |your )?(?:deck|draw pile|library|stock)",
        "shuffle {pile}",
        "shuffle the deck",
        "shuffle pile",
    ),
    Sentence(
        rf"{SAYER}(?:look|peek) at (?:the )?(?:top|first) {N} cards?{OF_PILE}",
        "reveal {top} to {me}",
        "look at the top 3 cards",
        "reveal top(pile, 3) to you",
    ),
    Sentence(
        rf"{SAYER}(?:look|peek) at (?:the )?(?:top|first) card{OF_PILE}",
        "reveal top({pile}) to {me}",
        "look at the top card",
        "reveal top(pile) to you",
    ),
    Sentence(
        rf"{SAYER}(?:look|peek) at {OTHER}'?s? (?:hand|cards)",
        "{choose} q from players except {{{me}}}|reveal {hand}(q) to {me}",
        "look at an opponent's hand",
        "choose q from players except {you}|reveal hand(q) to you",
    ),
    Sentence(
        rf"{SAYER}(?:reveals?|shows?) (?:your|his|her|their) hand(?: to .*)?",
        "reveal {hand}({me})",
        "reveal your hand",
        "reveal hand(you)",
    ),
    Sentence(
        rf"{SAYER}(?:reveals?|shows?|turn over) (?:the )?top card{OF_PILE}",
        "reveal top({pile})",
        "reveal the top card",
        "reveal top(pile)",
    ),
    Sentence(
        rf"{SAYER}(?:reveals?|shows?|turn over) (?:the )?top {N} cards{OF_PILE}",
        "reveal {top}",
        "reveal the top 3 cards",
        "reveal top(pile, 3)",
    ),
    Sentence(
        r"(?:choose|pick) (?:a )?number (?:between|from) (?P<low>\d+) (?:and|to) (?P<high>\d+)",
        "{choose} n from {low}..{high}",
        "choose a number from 1 to 6",
        "choose n from 1..6",
    ),
    Sentence(
        rf"{SAYER}steals? (?:a|one|1)(?: random)? card(?: from {OTHER})?(?: at random)?",
        "{choose} q from players where q is not {me} and {hand}(q) is not empty|"
        "pick c from {hand}(q) by chance|move c to {hand}({me})",
        "steal a card from an opponent",
        "choose q from players where q is not you and hand(q) is not empty|"
        "pick c from hand(q) by chance|move c to hand(you)",
    ),
    Sentence(
        rf"{SAYER}(?:swaps?|exchanges?|trades?) (?:your )?hands? with {OTHER}(?:'s hand)?",
        "{choose} q from players except {{{me}}}|swap {hand}({me}) with {hand}(q)",
        "swap hands with another player",
        "choose q from players except {you}|swap hand(you) with hand(q)",
    ),
)
