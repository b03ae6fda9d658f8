//! A run of questions: what was asked, and how it went.

use banqi::Rules;

use super::question::Question;

/// So many questions are a run.
pub(super) const LENGTH: usize = 20;

/// A run of questions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Run {
    rules: Rules,
    questions: Vec<Question>,
    /// For each question that was answered, whether that was right.
    answers: Vec<bool>,
    /// The last answer is still looked at.
    is_answered: bool,
}

impl Run {
    /// New questions. `below` gives a number below its own.
    pub(super) fn new(rules: Rules, below: &mut impl FnMut(usize) -> usize) -> Self {
        let mut questions: Vec<Question> = Vec::new();
        while questions.len() < LENGTH {
            let question = Question::draw(&rules, below);
            let same = |last: &Question| {
                let Question { attacker, target, place } = *last;
                (attacker.kind, target, place) == (question.attacker.kind, question.target, question.place)
            };
            if !questions.last().is_some_and(same) {
                questions.push(question);
            }
        }
        Self::of(rules, questions)
    }

    fn of(rules: Rules, questions: Vec<Question>) -> Self {
        Self { rules, questions, answers: Vec::new(), is_answered: false }
    }

    /// The questions that were missed, once more.
    pub(super) fn again(&self) -> Self {
        Self::of(self.rules, self.missed())
    }

    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many questions there are.
    pub(super) fn len(&self) -> usize {
        self.questions.len()
    }

    /// The question that is asked, or looked at with its answer; none at the end. And its number, from 1.
    pub(super) fn question(&self) -> Option<(usize, Question)> {
        let index = self.answers.len() - usize::from(self.is_answered);
        self.questions.get(index).map(|question| (index + 1, *question))
    }

    /// Answers the question that is asked.
    pub(super) fn answer(&mut self, takes: bool) {
        if let Some((_, question)) = self.question().filter(|_| !self.is_answered) {
            self.answers.push(question.answer(&self.rules).is_ok() == takes);
            self.is_answered = true;
        }
    }

    /// Whether the question that is looked at was answered rightly; none while it is asked.
    pub(super) fn verdict(&self) -> Option<bool> {
        self.answers.last().copied().filter(|_| self.is_answered)
    }

    /// Goes on to the next question, or to the end.
    pub(super) fn go_on(&mut self) {
        self.is_answered = false;
    }

    /// How many were answered rightly.
    pub(super) fn right(&self) -> usize {
        self.answers.iter().filter(|right| **right).count()
    }

    /// How many in a row, up to now.
    pub(super) fn streak(&self) -> usize {
        self.answers.iter().rev().take_while(|right| **right).count()
    }

    /// What was answered wrongly.
    pub(super) fn missed(&self) -> Vec<Question> {
        self.questions.iter().zip(&self.answers).filter(|(_, right)| !**right).map(|(question, _)| *question).collect()
    }
}

#[cfg(test)]
mod tests {
    use banqi::Preset;

    use super::*;

    fn run(preset: Preset) -> Run {
        let mut state = 7_usize;
        Run::new(preset.rules(), &mut |below| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        })
    }

    #[test]
    fn a_run_is_asked_to_its_end() {
        let mut run = run(Preset::TaiwanTournament);
        for number in 1..=LENGTH {
            let (asked, question) = run.question().expect("a question");
            assert_eq!(asked, number);
            let is_so = question.answer(run.rules()).is_ok();
            // Every fifth is answered wrongly.
            run.answer(is_so == (number % 5 != 0));
            assert_eq!(run.verdict(), Some(number % 5 != 0));
            // A second answer counts for nothing, and the question stays.
            run.answer(is_so);
            assert_eq!(run.question(), Some((number, question)));
            assert_eq!(run.streak(), number % 5);
            run.go_on();
        }
        assert_eq!(run.question(), None);
        assert_eq!((run.right(), run.missed().len()), (16, 4));
        let again = run.again();
        assert_eq!((again.len(), again.question().map(|(_, question)| question)), (4, run.missed().first().copied()));
    }

    #[test]
    fn nothing_is_asked_twice_in_a_row() {
        for preset in Preset::ALL {
            let run = run(preset);
            for pair in run.questions.windows(2) {
                let of = |question: Question| (question.attacker.kind, question.target, question.place);
                assert_ne!(of(pair[0]), of(pair[1]));
            }
        }
    }
}
