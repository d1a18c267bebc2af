Attribute VB_Name = "Tournament"
Option Explicit

' The actions of xlplugin. Each has a button on the ribbon tab Tournament; those of every round have one
' on the tab Event too. Which, and in what order, is in templates/macros.py.
' What they do is written in Python, in xlplugin/buttons.py and xlplugin/functions.py.

Private Const TITLE As String = "Tournament"

Public Sub PairNextRound()
    AskPython "pair"
End Sub

Public Sub PairAgain()
    AskPython "pair_again"
End Sub

Public Sub PairSelected()
    AskPython "pair_selected"
End Sub

Public Sub UndoRound()
    Dim question As String
    question = "Take back the newest round?" & vbNewLine & vbNewLine & _
        "Its tab goes out of sight, with all results that are typed there."
    If MsgBox(question, vbYesNo + vbQuestion + vbDefaultButton2, TITLE) = vbYes Then AskPython "undo"
End Sub

Public Sub PublishRound()
    AskPython "publish"
End Sub

Public Sub WriteStandings()
    AskPython "standings"
End Sub

Public Sub CutToTop()
    AskPython "cut"
End Sub

Public Sub TiebreakerRound()
    AskPython "tiebreaker"
End Sub

Public Sub WriteStatistics()
    AskPython "statistics"
End Sub

Public Sub PrintNames()
    AskPython "print_names"
End Sub

Public Sub PrintSlips()
    AskPython "print_slips"
End Sub

Public Sub PrintSeats()
    AskPython "print_seats"
End Sub

Public Sub PrintCards()
    AskPython "print_cards"
End Sub

Public Sub AddPlayers()
    AskPython "add_players"
End Sub

Public Sub WriteLists()
    AskPython "lists"
End Sub

Public Sub NumberPlayers()
    AskPython "number_players"
End Sub

Public Sub ApplyPenalties()
    AskPython "penalties"
End Sub

Public Sub CheckEvent()
    AskPython "check"
End Sub

Public Sub ExportEvent()
    AskPython "export"
End Sub

' Python works on the saved file's name, and on the workbook in front.
Private Sub AskPython(ByVal verb As String)
    If ThisWorkbook.Path = "" Then
        MsgBox "Save this workbook first (File, Save As), then click again.", vbInformation, TITLE
        Exit Sub
    End If
    ThisWorkbook.Activate
    RunPython "from xlplugin import buttons; buttons.click('" & verb & "')"
End Sub

' Worksheet functions. Each is given the tabs that it is about, with their header rows:
' =STANDINGS(Event!A1:B40, Players!A1:Z200, 'Round 1'!A1:P100, 'Round 2'!A1:P100)

Public Function STANDINGS(eventTab As Variant, playersTab As Variant, ParamArray roundTabs() As Variant) As Variant
    Dim rounds As Variant
    rounds = roundTabs
    STANDINGS = AskFunction("standings", Array(eventTab, playersTab), rounds)
End Function

Public Function PLAYER_RECORD(player As Variant, eventTab As Variant, playersTab As Variant, _
        ParamArray roundTabs() As Variant) As Variant
    Dim rounds As Variant
    rounds = roundTabs
    PLAYER_RECORD = AskFunction("player_record", Array(player, eventTab, playersTab), rounds)
End Function

Private Function AskFunction(ByVal which As String, first As Variant, rounds As Variant) As Variant
    Dim arguments() As Variant, k As Long, count As Long
    If InStr(Application.OperatingSystem, "Mac") > 0 Then
        AskFunction = "Worksheet functions need Excel on Windows, or xlwings Lite."
        Exit Function
    End If
    On Error GoTo failed
    count = UBound(first) + 1
    ReDim arguments(0 To count + UBound(rounds))
    For k = 0 To UBound(first)
        arguments(k) = first(k)
    Next k
    For k = 0 To UBound(rounds)
        arguments(count + k) = rounds(k)
    Next k
    AskFunction = XLPy.CallUDF("xlplugin.functions", which, arguments, ThisWorkbook, Application.Caller)
    Exit Function
failed:
    AskFunction = Err.Description
End Function

' The ribbon hands over the control that was clicked.

Public Sub Ribbon_PairNextRound(control As Object)
    PairNextRound
End Sub

Public Sub Ribbon_PairAgain(control As Object)
    PairAgain
End Sub

Public Sub Ribbon_PairSelected(control As Object)
    PairSelected
End Sub

Public Sub Ribbon_UndoRound(control As Object)
    UndoRound
End Sub

Public Sub Ribbon_PublishRound(control As Object)
    PublishRound
End Sub

Public Sub Ribbon_WriteStandings(control As Object)
    WriteStandings
End Sub

Public Sub Ribbon_CutToTop(control As Object)
    CutToTop
End Sub

Public Sub Ribbon_TiebreakerRound(control As Object)
    TiebreakerRound
End Sub

Public Sub Ribbon_WriteStatistics(control As Object)
    WriteStatistics
End Sub

Public Sub Ribbon_PrintNames(control As Object)
    PrintNames
End Sub

Public Sub Ribbon_PrintSlips(control As Object)
    PrintSlips
End Sub

Public Sub Ribbon_PrintSeats(control As Object)
    PrintSeats
End Sub

Public Sub Ribbon_PrintCards(control As Object)
    PrintCards
End Sub

Public Sub Ribbon_AddPlayers(control As Object)
    AddPlayers
End Sub

Public Sub Ribbon_WriteLists(control As Object)
    WriteLists
End Sub

Public Sub Ribbon_NumberPlayers(control As Object)
    NumberPlayers
End Sub

Public Sub Ribbon_ApplyPenalties(control As Object)
    ApplyPenalties
End Sub

Public Sub Ribbon_CheckEvent(control As Object)
    CheckEvent
End Sub

Public Sub Ribbon_ExportEvent(control As Object)
    ExportEvent
End Sub
