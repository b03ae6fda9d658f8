//! `banqi position` for people, and for one question in JSON.

use crate::{error, out, run};

#[test]
fn board_and_facts() {
    let text =
        out(&["position", "--rules", "taiwan-quick:chain=on", "--fen", "3k/4/4/4/4/1npc/1R2/4 r - 0 41", "b2-b3"]);
    let expected = "\
8  .  .  .  k 
7  .  .  .  . 
6  .  .  .  . 
5  .  .  .  . 
4  .  .  .  . 
3  .  R  p  c 
2  .  .  .  . 
1  .  .  .  . 
   a  b  c  d 

rules      taiwan-quick:chain=on
position   3k/4/4/4/4/1Rpc/4/4 r@b3 - 0 41
turn       41, First (red) to move
bag        empty
quiet      0 of 20
chain      the piece on b3 may attack again, or end
legal      2: b3-c3 end
";
    assert_eq!(text, expected);
}

#[test]
fn counters_that_the_rules_have() {
    let fen = "3P/4/4/4/4/4/n3/1R2 r - 0 41";
    let text = out(&["position", "--rules", "taiwan-chase", "--fen", fen, "b1-a1", "a2-b2", "a1-b1"]);
    assert!(text.contains("\nchase      b1 chases b2: 2 of 5\n"), "{text}");
    assert!(text.contains("\nquiet      3 of 60\n"), "{text}");
    assert!(!text.contains("repetition"), "{text}");
    let text = out(&["position", "--fen", fen, "b1-b2", "a2-a3", "b2-b1", "a3-a2"]);
    assert!(text.contains("\nrepetition occurrence 2 of 3\n"), "{text}");
}

#[test]
fn a_result_names_the_winner() {
    let text = out(&["position", "--rules", "mainland", "--fen", "4/4/4/4/4/4/4/K3 b - 0 30"]);
    assert!(text.contains("\nresult     First (red) wins by elimination\n"), "{text}");
    assert!(!text.contains("legal"), "{text}");
    let text = out(&["position", "--rules", "taiwan-quick", "--fen", "3k/4/4/4/4/4/4/P3 r - 20 70"]);
    assert!(text.contains("\nresult     draw by no-progress\n"), "{text}");
}

#[test]
fn colour_only_when_asked_without_a_terminal() {
    assert!(!out(&["position", "a1=K"]).contains('\u{1b}'));
    assert!(out(&["position", "--colour", "always", "a1=K"]).contains('\u{1b}'));
    assert!(out(&["position", "--color", "always", "a1=K"]).contains('\u{1b}'));
}

#[test]
fn one_answer_in_json() {
    let text = out(&["position", "--json", "--fen", "3k/4/4/4/4/4/?3/1P2 r r1 0 41"]);
    let expected = r#"{"fen":"3k/4/4/4/4/4/?3/1P2 r r1 0 41","legal":["a2","b1-a1","b1-b2","b1-c1"],"forbidden":[],"result":null}"#;
    assert_eq!(text, format!("{expected}\n"));
    let said = run(&["position", "--json", "a1=K", "a1-a2"]);
    assert_eq!(said.code, Some(2));
    assert!(said.out.ends_with(",\"at\":1}\n"), "{}", said.out);
}

#[test]
fn what_to_do_about_wrong_arguments() {
    assert!(error(&["position", "a1=K", "zz"]).contains("help: the legal actions here: a2 a3 "));
    assert!(error(&["position", "--fen", "4/4/4/4/4/4/4/K3 b - 0 30", "a1-a2"]).contains("help: leave out"));
    assert!(error(&["position", "--rules", "taiwan-chaise"]).contains("did you mean 'taiwan-chase'?"));
    assert!(error(&["position", "--rules", "mainland:quite=3"]).contains("did you mean 'quiet'?"));
    assert!(error(&["position", "--fen", "x"]).contains("five fields"));
    assert!(error(&["position", "--fen", "\u{1b}[31m\n"]).starts_with("error: "));
}

/// Programs read one fact a line, however long.
#[test]
fn facts_are_not_broken_without_a_terminal() {
    let text = out(&["position"]);
    assert!(text.contains("\nposition   ????/????/????/????/????/????/????/???? - K1G2M2R2N2C2P5k1g2m2r2n2c2p5 0 1\n"));
    let legal = text.lines().find(|line| line.starts_with("legal ")).expect("it is told");
    assert!(legal.starts_with("legal      32: a1 a2 ") && legal.ends_with(" d7 d8"), "{text}");
}
